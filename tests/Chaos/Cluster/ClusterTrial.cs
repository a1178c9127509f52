using System.Diagnostics;
using IwTune.Chaos.Checking;
using IwTune.Chaos.Cluster.Faults;
using IwTune.Chaos.Cluster.Machines;
using IwTune.Chaos.Cluster.Work;
using IwTune.Chaos.Running;
using IwTune.Chaos.Schedules;
using IwTune.Lab;
using static System.FormattableString;
using BundlePhase = IwTune.Shared.Wire.BundlePhase;

namespace IwTune.Chaos.Cluster;

/// <summary>Lets faults happen to a cluster while it is written to, and checks after each what the store has.</summary>
internal sealed class ClusterTrial(ClusterGround ground, Timeline timeline)
{
    /// <summary>Without an acknowledged write, whatever fails.</summary>
    public static readonly TimeSpan LongestGap = TimeSpan.FromSeconds(20);

    private const string Policy = "hosts";

    private const int LeastLimit = 40;

    /// <summary>Agents that were cut off wait for their slot of the minute.</summary>
    private static readonly TimeSpan Settling = TimeSpan.FromMinutes(3),
        Pause = TimeSpan.FromMilliseconds(500),
        Before = TimeSpan.FromSeconds(4),
        After = TimeSpan.FromSeconds(4);

    private readonly List<Happened> done = [];
    private readonly Publisher writer = new(ground.Api);
    private int step;

    /// <summary>A fault, and everything that follows from it.</summary>
    public async Task<Outcome> RunAsync(ClusterFault fault, CancellationToken ct)
    {
        await ground.WholeAsync();
        // Another revision with the same window: with it an agent repairs again.
        await PublishAsync(Schedule.LastWindow);
        var (number, known) = (++step, timeline.Findings.Count);
        timeline.Note($"{fault.Name}: {fault.Text}");
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var life = new HostLife(ground, timeline, Schedule.LastWindow);
        var (writing, living) = (Task.Run(() => writer.RunAsync(number, stop.Token), ct), Task.Run(() => life.RunAsync(stop.Token), ct));
        long began;
        try
        {
            await Task.Delay(Before, ct);
            began = Stopwatch.GetTimestamp();
            var mendAsync = await fault.BreakAsync(ground);
            await WritesAsync(began, ct);
            var rest = fault.Lasts - Stopwatch.GetElapsedTime(began);
            await Task.Delay(rest > TimeSpan.Zero ? rest : TimeSpan.Zero, ct);
            timeline.Note("mended");
            var mended = Stopwatch.GetTimestamp();
            await mendAsync();
            await WritesAsync(mended, ct);
            await ground.WholeAsync();
            await Task.Delay(After, ct);
        }
        finally
        {
            await stop.CancelAsync();
            await Task.WhenAll(writing, living);
        }
        timeline.Note(Invariant($"the windows of {ground.Hosts[0].Name} were read {life.Looks} times, {life.Wrong} times wrong"));
        await SettledAsync(Schedule.LastWindow);
        return Check(fault, number, began, known);
    }

    /// <summary>A revision of the end still reaches every host, and each leaves with the routes that it had before.</summary>
    public async Task<IReadOnlyList<string>> EndAsync()
    {
        var known = timeline.Findings.Count;
        await ground.WholeAsync();
        await PublishAsync(Schedule.FirstWindow);
        await PublishAsync(Schedule.LastWindow);
        var seen = Observe(host => host.Agent.RunHere("unenroll"));
        Find(seen);
        return [.. timeline.Findings.Skip(known)];
    }

    private Outcome Check(ClusterFault fault, int number, long began, int known)
    {
        done.AddRange(writer.Done.Skip(done.Count));
        var seen = Observe(_ => new CommandResult(0, "", ""));
        Find(seen);
        var gap = Gap(began);
        if (gap > LongestGap)
            timeline.Find(Invariant($"{fault.Name}: no write was acknowledged for {gap.TotalSeconds:0.0} s"));
        var stored = seen.Store.Revisions.Select(revision => revision.Reason).ToHashSet(StringComparer.Ordinal);
        var mine = done.Where(one => one.Step == number).ToList();
        foreach (var kind in mine.Where(one => !one.Ok).GroupBy(one => one.Said, StringComparer.Ordinal))
            timeline.Note($"{kind.Count()} times: {kind.Key}");
        return new(
            fault,
            gap,
            mine.Count(one => one.Ok),
            mine.Count(one => one.Ok && !stored.Contains(one.Id)),
            mine.Count(one => !one.Ok),
            mine.Count(one => !one.Ok && stored.Contains(one.Id)),
            seen.Hosts.Sum(host => host.Reported.Count),
            [.. timeline.Findings.Skip(known)]
        );
    }

    /// <summary>What is lost stays lost, and is found once.</summary>
    private void Find(Observed seen)
    {
        foreach (var found in Rule.All.SelectMany(rule => rule.Check(seen)).Except(timeline.Findings, StringComparer.Ordinal))
            timeline.Find(found);
    }

    /// <summary>The longest time between two acknowledgements since a moment; the one before the moment counts, too.</summary>
    private TimeSpan Gap(long began)
    {
        var times = writer.Acknowledged.OrderBy(at => at).ToList();
        var first = Math.Max(0, times.FindLastIndex(at => at <= began));
        return times.Skip(first).Zip(times.Skip(first + 1), Stopwatch.GetElapsedTime).DefaultIfEmpty().Max();
    }

    private Task WritesAsync(long moment, CancellationToken ct) =>
        Until
            .TrueAsync(
                () => writer.WritesSince(moment),
                () => $"no write is acknowledged any more: {(writer.Done is [.., var last] ? last.Said : "")}",
                Settling
            )
            .WaitAsync(ct);

    private async Task PublishAsync(int window)
    {
        var file = Path.GetTempFileName();
        var limits = Invariant($"limits: {{ max: {LeastLimit + step} }}");
        await File.WriteAllTextAsync(file, Invariant($"policy: {Policy}\nwindow: {{ initcwnd: {window} }}\nscopes: [default]\n{limits}\n"));
        var result = ground.Fleet("policies", "push", file, "--reason", "for the hosts", "--assign", "*");
        File.Delete(file);
        if (result.ExitCode != 0)
            throw new LabException($"policies push: {result.Error}{result.Output}");
        await SettledAsync(window);
    }

    /// <summary>Every host has the window, and the server has everything that it reported.</summary>
    private Task SettledAsync(int window) =>
        Until.TrueAsync(
            () =>
                ground.Hosts.All(host =>
                    host.Windows().All(now => now == window) && host.Agent.TryStatus() is { Unsent: 0, State.Phase: BundlePhase.Applied }
                ),
            () =>
                $"initcwnd {window} is not on every host, or reports are not sent: "
                + string.Join(
                    "; ",
                    ground
                        .Hosts.Select(host => (host, status: host.Agent.TryStatus()))
                        .Select(one =>
                            $"{one.host.Name} {string.Join(" and ", one.host.Windows())}, {one.status?.Unsent} lines not sent, "
                            + $"{one.status?.State.Phase} {one.status?.State.Reason}"
                        )
                ),
            Settling,
            Pause
        );

    private Observed Observe(Func<ChaosHost, CommandResult> leave)
    {
        var hosts = ground.Hosts.Select(host => (Host: host, Status: host.Agent.Status(), Windows: host.Windows())).ToList();
        var audit = ground.Fleet("audit", "verify");
        var reported = ground.Hosts.Select(host => host.Reported).ToList();
        var left = ground.Hosts.Select(leave).ToList();
        var primary = ground.Database.PrimaryAsync().GetAwaiter().GetResult();
        return new Observed(
            done,
            Restored: [],
            audit,
            StoreCopy.Read(primary.Rows, Publisher.Policy),
            [
                .. hosts.Select(
                    (one, at) =>
                        new HostEnd(
                            one.Host.Name,
                            reported[at],
                            LostReports: false,
                            one.Status,
                            one.Windows,
                            left[at],
                            one.Host.Before,
                            left[at].Output.Length == 0 ? one.Host.Before : RouteImage.Of(one.Host.Agent.Host.Space)
                        )
                ),
            ]
        );
    }
}
