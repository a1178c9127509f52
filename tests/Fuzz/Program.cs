using System.Globalization;
using IwTune.Fuzz;
using IwTune.Fuzz.Guiding;
using IwTune.Fuzz.Targets;
using IwTune.Fuzz.Targets.Agent;
using IwTune.Fuzz.Targets.Server;
using IwTune.Fuzz.Targets.Shared;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var coverage = Coverage.Start();
IReadOnlyList<FuzzTarget> all = [.. SharedTargets.All, .. AgentTargets.All, .. ServerTargets.All];
if (args is ["--list"])
{
    Console.WriteLine(string.Join('\n', all.Select(target => target.Name)));
    return 0;
}
var (options, problem) = FuzzOptions.Read(args, all);
if (options is null)
{
    Console.Error.WriteLine($"{problem}\nusage: {FuzzOptions.Usage}");
    return 64;
}
if (options.Input is { } input)
{
    Console.WriteLine(options.Targets[0].Read(input) ? "accepted" : "refused");
    return 0;
}
if (!coverage.IsGuided)
    Console.Error.WriteLine(
        "The product's assemblies are not instrumented: the seeds are mutated without feedback. ./build.sh fuzz instruments."
    );
var found = false;
foreach (var target in options.Targets)
    found |= !new GuidedRun(target, coverage, options.Seed, Path.Combine(options.Folder, target.Name)).Run(
        options.Executions,
        options.Time
    );
return found ? 1 : 0;
