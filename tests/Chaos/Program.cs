using System.Globalization;
using IwTune.Chaos;
using IwTune.Chaos.Cluster;
using IwTune.Chaos.Schedules;
using IwTune.Lab;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args is [ClusterOptions.Word, .. var rest])
{
    var (cluster, wrong) = ClusterOptions.Read(rest);
    if (cluster is not null)
        return await LabRun.StartAsync(ct => new ClusterRun(cluster).RunAsync(ct));
    Console.Error.WriteLine($"{wrong}\nusage: {ClusterOptions.Usage}");
    return 64;
}
var (options, problem) = ChaosOptions.Read(args);
if (options is null)
{
    Console.Error.WriteLine($"{problem}\nusage: {ChaosOptions.Usage}");
    return 64;
}
if (options.Print)
{
    for (var seed = options.From; seed < options.From + (ulong)options.Seeds; seed++)
        Console.WriteLine(Schedule.Of(seed, options.Store));
    return 0;
}
return await LabRun.StartAsync(ct => new ChaosRun(options).RunAsync(ct));
