using IwTune.Chaos.Checking;
using IwTune.Chaos.Schedules;
using IwTune.Lab;
using BundlePhase = IwTune.Shared.Wire.BundlePhase;

namespace IwTune.Chaos.Running;

/// <summary>One schedule, run on a fleet of its own from the first start to the last rollback.</summary>
internal sealed class Trial(Schedule schedule, Template template, string folder)
{
    private static readonly TimeSpan Settling = TimeSpan.FromMinutes(4);

    /// <summary>Each look starts several programs.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    private readonly Timeline timeline = new();

    /// <summary>What was done and seen, with times.</summary>
    public string Told => timeline.Text;

    /// <returns>What must not happen and did; empty when everything is as promised.</returns>
    public async Task<IReadOnlyList<string>> RunAsync(CancellationToken ct)
    {
        using var ground = await Ground.BuildAsync(template, folder);
        try
        {
            var seen = await RunAsync(ground, ct);
            foreach (var found in Rule.All.SelectMany(rule => rule.Check(seen)))
                timeline.Find(found);
        }
        catch (LabException failed)
        {
            timeline.Find(failed.Message);
        }
        Keep(ground);
        return timeline.Findings;
    }

    private async Task<Observed> RunAsync(Ground ground, CancellationToken ct)
    {
        var operations = new Operations(ground, timeline);
        var faults = new Faults(ground, operations, timeline);
        if (schedule.Rollouts)
        {
            await operations.DoAsync(0, new Operation.Publish(Schedule.FirstWindow, Confirm: false));
            await HoldsAsync(ground, Schedule.FirstWindow);
        }
        foreach (var step in schedule.Steps)
        {
            ct.ThrowIfCancellationRequested();
            await Task.Delay(step.Pause, ct);
            var doing = Task.Run(() => operations.DoAsync(step.Number, step.Operation), ct);
            if (step.Fault is { } fault)
            {
                await Task.Delay(step.FaultAfter, ct);
                await faults.MakeAsync(step.Number, fault);
            }
            await doing;
        }
        timeline.Note("no more faults");
        // Agents that were cut off wait for their slot of the minute. Half of the schedules wait with them, in the others an administrator
        // restarts the service.
        if (schedule.Seed % 2 == 0)
            foreach (var host in ground.Hosts)
                await host.RestartAsync();
        try
        {
            await RestAsync(ground);
            await operations.DoAsync(schedule.Steps.Count + 1, new Operation.Publish(Schedule.LastWindow, Confirm: false));
            await HoldsAsync(ground, Schedule.LastWindow);
            await EmptyAsync(ground);
        }
        catch (LabException stuck)
        {
            timeline.Find(stuck.Message);
        }
        return Observe(ground, operations, faults);
    }

    /// <summary>Every host comes to what is required of it, or reports why not; no rollout is under way.</summary>
    private async Task RestAsync(Ground ground)
    {
        var rollouts = new Rollouts(ground);
        await Until.TrueAsync(() => rollouts.Rest(), () => $"a rollout goes on: {rollouts.Said}", Settling, Pause);
        try
        {
            await SettledAsync(ground);
        }
        catch (LabException) when (ground.Hosts.Where(BacksOff).ToList() is { Count: > 0 } waiting)
        {
            // Several failures within seconds, and the pause is longer than a schedule may take: here, too, an administrator restarts it.
            foreach (var host in waiting)
            {
                timeline.Note($"the agent of {host.Name} still waits until it calls again; it is restarted");
                await host.RestartAsync();
            }
            await SettledAsync(ground);
        }
    }

    private static bool BacksOff(ChaosHost host) => host.Agent.TryStatus() is { BacksOff: true };

    private Task SettledAsync(Ground ground)
    {
        Verdicts? verdicts = null;
        return Until.TrueAsync(
            () =>
            {
                var now = Verdicts.Of(ground);
                if (now != verdicts)
                    timeline.Note(now.Text);
                verdicts = now;
                return now.Settled;
            },
            () => $"some host has not settled:\n{verdicts?.Text}",
            Settling,
            Pause
        );
    }

    private static Task HoldsAsync(Ground ground, int window) =>
        Until.TrueAsync(
            () =>
                ground.Hosts.All(host =>
                    host.Windows().All(now => now == window) && host.Agent.TryStatus()?.State.Phase == BundlePhase.Applied
                ),
            () =>
                $"initcwnd {window} is not on every host: "
                + string.Join("; ", ground.Hosts.Select(host => $"{host.Name} {string.Join(" and ", host.Windows())}"))
                + $"\n{Verdicts.Of(ground).Text}",
            Settling,
            Pause
        );

    /// <summary>Every report has reached the server.</summary>
    private static Task EmptyAsync(Ground ground) =>
        Until.TrueAsync(
            () => ground.Hosts.All(host => host.Agent.TryStatus() is { Unsent: 0 }),
            () => string.Join("; ", ground.Hosts.Select(host => $"{host.Name} has {host.Agent.TryStatus()?.Unsent} unsent lines")),
            Settling,
            Pause
        );

    /// <summary>The state of everything at rest; then the hosts leave, and the server is stopped so that its store can be read.</summary>
    private Observed Observe(Ground ground, Operations operations, Faults faults)
    {
        var hosts = ground.Hosts.Select(host => (Host: host, Status: host.Agent.Status(), Windows: host.Windows())).ToList();
        var audit = ground.Fleet("audit", "verify");
        var reported = ground.Hosts.Select(host => host.Reported).ToList();
        timeline.Note($"the hosts reported {string.Join(" and ", reported.Select(lines => lines.Count))} lines");
        var left = hosts.Select(one => one.Host.Agent.RunHere("unenroll")).ToList();
        ground.Server.Stop();
        return new Observed(
            operations.Done,
            faults.Restored,
            audit,
            ground.Store.Read(ground.Server.Data),
            [
                .. hosts.Select(
                    (one, at) =>
                        new HostEnd(
                            one.Host.Name,
                            reported[at],
                            one.Host.LostReports,
                            one.Status,
                            one.Windows,
                            left[at],
                            one.Host.Before,
                            RouteImage.Of(one.Host.Agent.Host.Space)
                        )
                ),
            ]
        );
    }

    /// <summary>What a developer needs to find the cause.</summary>
    private void Keep(Ground ground)
    {
        File.WriteAllText(Path.Combine(folder, "schedule.txt"), schedule + "\n");
        File.WriteAllText(Path.Combine(folder, "timeline.txt"), timeline.Text);
        File.WriteAllText(Path.Combine(folder, "server.log"), ground.Server.Output);
        foreach (var host in ground.Hosts)
            host.KeepIn(folder);
    }
}
