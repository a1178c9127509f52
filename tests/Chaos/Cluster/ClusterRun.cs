using System.Diagnostics;
using IwTune.Chaos.Cluster.Faults;
using IwTune.Chaos.Cluster.Machines;
using IwTune.Chaos.Running;
using IwTune.Lab;
using IwTune.Lab.Pages;
using static System.FormattableString;

namespace IwTune.Chaos.Cluster;

/// <summary>Builds a cluster, lets each fault happen to it, and prints what each did.</summary>
internal sealed class ClusterRun(ClusterOptions options)
{
    private static readonly TimeSpan CallLimit = TimeSpan.FromSeconds(10);

    private const int Shown = 5;

    private static readonly string[] Heading =
    [
        "fault",
        "write gap, s",
        "acknowledged",
        "found",
        "lost",
        "not acknowledged",
        "of those found",
        "report lines so far",
        "findings",
    ];

    /// <returns>True when every rule held.</returns>
    public async Task<bool> RunAsync(CancellationToken ct)
    {
        var (clock, timeline, outcomes, findings) = (Stopwatch.StartNew(), new Timeline(), new List<Outcome>(), new List<string>());
        Directory.CreateDirectory(options.Folder);
        Console.WriteLine("starting three machines of the database, two servers, two hosts");
        using var ground = await ClusterGround.BuildAsync(CallLimit);
        Console.WriteLine(Invariant($"{clock.Elapsed.TotalSeconds:0} s: they run"));
        try
        {
            Add(findings, "transaction pooling", await PoolerCheck.RunAsync(ground));
            var trial = new ClusterTrial(ground, timeline);
            foreach (var fault in options.Faults)
            {
                outcomes.Add(await trial.RunAsync(fault, ct));
                Add(findings, fault.Name, outcomes[^1].Findings);
                Console.WriteLine(
                    Invariant($"{clock.Elapsed.TotalSeconds:0} s: {fault.Name}: no write for {outcomes[^1].Gap.TotalSeconds:0.0} s")
                );
            }
            Add(findings, "the end", await trial.EndAsync());
        }
        catch (LabException failed)
        {
            timeline.Find(failed.Message);
            Add(findings, "the run", [failed.Message]);
        }
        finally
        {
            ground.KeepIn(options.Folder);
            await File.WriteAllTextAsync(Path.Combine(options.Folder, "timeline.txt"), timeline.Text, CancellationToken.None);
        }
        Console.Write(Columns.Align([Heading, .. outcomes.Select(Row)], numbersRight: true));
        var (longest, lost) = (outcomes.Select(one => one.Gap).DefaultIfEmpty().Max(), outcomes.Sum(one => one.Lost));
        Console.WriteLine(
            Invariant($"{outcomes.Count} faults, longest write gap {longest.TotalSeconds:0.0} s, {lost} acknowledged writes lost, ")
                + Invariant($"{findings.Count} findings, {clock.Elapsed.TotalMinutes:0.0} min; logs in {options.Folder}")
        );
        return findings.Count == 0;
    }

    private static string[] Row(Outcome one) =>
        [
            one.Fault.Name,
            Invariant($"{one.Gap.TotalSeconds:0.0}"),
            $"{one.Acknowledged}",
            $"{one.Acknowledged - one.Lost}",
            $"{one.Lost}",
            $"{one.Open}",
            $"{one.Kept}",
            $"{one.Lines}",
            $"{one.Findings.Count}",
        ];

    private static void Add(List<string> all, string where, IEnumerable<string> found)
    {
        var before = all.Count;
        all.AddRange(found);
        foreach (var one in all.Skip(before).Take(Shown))
            Console.WriteLine($"FOUND  {where}: {one}");
        if (all.Count - before > Shown)
            Console.WriteLine($"FOUND  {where}: {all.Count - before - Shown} more, in timeline.txt");
    }
}
