using IwTune.Benchmarks;
using IwTune.Benchmarks.Figures;
using IwTune.Benchmarks.Figures.Connected;
using IwTune.Benchmarks.Figures.Fleet;
using IwTune.Benchmarks.Figures.Hostile;
using IwTune.Benchmarks.Peers;
using IwTune.Benchmarks.Product.Fleet;

IBenchmark[] all =
[
    new MemoryAtRest(),
    new BinarySize(),
    new StatusTime(),
    new SetAndVerify(),
    new DumpAndPlan(),
    new ManyRoutes(),
    new RepairTime(),
    new RouteChurn(),
    new TrafficPass(),
    new CheckInRate(),
    new ProvenCheckIns(),
    new IngestRate(),
    new EnrolRate(),
    new LargeFleet(),
    new ConnectedFleet("sqlite", () => new SqliteBenchStore()),
    new ConnectedFleet("postgres", () => new PostgresBenchStore()),
    new ComplianceOfFleet(),
    new SlowBodies(),
    new HostileReports(),
];

if (BenchOptions.Parse(args, all) is not { } options)
    return 64;
return options.Peers ? await PeersRun.RunAsync(options) : await Bench.RunAsync(all, options);
