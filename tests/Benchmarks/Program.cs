using IwTune.Benchmarks;
using IwTune.Benchmarks.Figures;
using IwTune.Benchmarks.Figures.Fleet;
using IwTune.Benchmarks.Figures.Hostile;

IBenchmark[] all =
[
    new MemoryAtRest(),
    new BinarySize(),
    new StatusTime(),
    new SetAndVerify(),
    new DumpAndPlan(),
    new ManyRoutes(),
    new RepairTime(),
    new Soak(),
    new TrafficPass(),
    new CheckInRate(),
    new ProvenCheckIns(),
    new IngestRate(),
    new EnrolRate(),
    new LargeFleet(),
    new ComplianceOfFleet(),
    new SlowBodies(),
    new HostileReports(),
];

if (BenchOptions.Parse(args, all) is not { } options)
    return 64;
return await Bench.RunAsync(all, options);
