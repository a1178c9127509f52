using IwTune.Benchmarks;
using IwTune.Benchmarks.Figures;

IBenchmark[] all =
[
    new MemoryAtRest(),
    new BinarySize(),
    new StatusTime(),
    new SetAndVerify(),
    new DumpAndPlan(),
    new RepairTime(),
    new TrafficPass(),
    new CheckInRate(),
];

if (BenchOptions.Parse(args, all) is not { } options) return 64;
return await Bench.RunAsync(all, options);
