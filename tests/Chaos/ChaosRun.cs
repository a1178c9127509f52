using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using IwTune.Chaos.Running;
using IwTune.Chaos.Schedules;
using static System.FormattableString;

namespace IwTune.Chaos;

/// <summary>Runs the schedules of many seeds, and prints what each found.</summary>
internal sealed class ChaosRun(ChaosOptions options)
{
    private readonly ConcurrentDictionary<ulong, IReadOnlyList<string>> found = new();
    private readonly Lock output = new();
    private int done;

    /// <summary>What was found, of all schedules.</summary>
    public IReadOnlyList<string> Findings => [.. found.Values.SelectMany(findings => findings)];

    /// <returns>True when nothing was found.</returns>
    public async Task<bool> RunAsync(CancellationToken ct)
    {
        var clock = Stopwatch.StartNew();
        Directory.CreateDirectory(options.Folder);
        using var template = await Template.MakeAsync(options.Store);
        var seeds = Enumerable.Range(0, options.Seeds).Select(number => options.From + (ulong)number);
        await Parallel.ForEachAsync(
            seeds,
            new ParallelOptions { MaxDegreeOfParallelism = options.AtOnce, CancellationToken = ct },
            async (seed, stop) =>
            {
                if (!options.UntilFound || found.Values.All(findings => findings.Count == 0))
                    await RunAsync(Schedule.Of(seed, options.Store), template, stop);
            }
        );
        var bad = found.Where(one => one.Value.Count > 0).Select(one => one.Key).Order().ToList();
        var where = bad.Count == 0 ? "" : $" in {string.Join(", ", bad)}";
        Say(Invariant($"{found.Count} seeds, {Findings.Count} findings{where}, {clock.Elapsed.TotalMinutes:0.0} min"));
        return bad.Count == 0;
    }

    private async Task RunAsync(Schedule schedule, Template template, CancellationToken ct)
    {
        var clock = Stopwatch.StartNew();
        var folder = Path.GetFullPath(Path.Combine(options.Folder, schedule.Seed.ToString(CultureInfo.InvariantCulture)));
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        Directory.CreateDirectory(folder);
        var trial = new Trial(schedule, template, folder);
        var findings = found[schedule.Seed] = await trial.RunAsync(ct);
        if (findings.Count == 0 && !options.Keep)
            Directory.Delete(folder, recursive: true);
        Say(Summary(schedule, trial, findings, clock.Elapsed, folder));
    }

    private string Summary(Schedule schedule, Trial trial, IReadOnlyList<string> findings, TimeSpan time, string folder)
    {
        var faults = schedule.Steps.Count(step => step.Fault is not null);
        var said = findings.Count == 0 ? "nothing found" : $"{findings.Count} findings";
        var line =
            Invariant(
                $"{Interlocked.Increment(ref done)}/{options.Seeds}  seed {schedule.Seed}: {schedule.Steps.Count} steps, {faults} faults, "
            ) + Invariant($"{time.TotalSeconds:0} s: {said}");
        return findings.Count == 0 ? line : $"{line}\n{schedule}\n{trial.Told}kept in {folder}; again: ./build.sh chaos {Again(schedule)}";
    }

    private static string Again(Schedule schedule) =>
        Invariant($"--from {schedule.Seed} --seeds 1") + (schedule.Store == StoreKind.Postgres ? " --database postgres" : "");

    private void Say(string text)
    {
        lock (output)
            Console.WriteLine(text);
    }
}
