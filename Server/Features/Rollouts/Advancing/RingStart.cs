using System.Text.Json;
using IwTune.Server.Console;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>Begins the next ring, unless the hosts differ from the approved ones.</summary>
internal static class RingStart
{
    public static async Task<RolloutRow> RunAsync(DbSession write, Fleet fleet, RolloutRow row, Watch watch)
    {
        var target = (await PolicyQueries.FindAsync(write, row.Policy, (int)row.ToRevision))!;
        var members = await Members.OfAsync(write, fleet, target);
        var drift = await PlanDrift.OfAsync(write, row, watch, members);
        if (drift.IsTooMuch(watch.Rules))
            return await Replan.RunAsync(write, fleet, row, watch, members, target, drift);
        await TrackQueries.StoreAsync(write, fleet.Clock, row.Id, drift.Leavers);
        foreach (var leaver in drift.Leavers)
            watch.Take(leaver);
        return await BeginAsync(write, fleet, row, watch);
    }

    private static async Task<RolloutRow> BeginAsync(DbSession write, Fleet fleet, RolloutRow row, Watch watch)
    {
        var (now, rings) = (fleet.Clock.Now(), watch.Rules.Rings.Count);
        if (!row.InForce)
            // The hosts of an earlier one, which kept what they had, return to the current revision until their turn in this one.
            await write.ExecuteAsync(
                "update rollouts set in_force = @no where policy = @Policy and in_force",
                new { no = false, row.Policy }
            );
        var begun = row with
        {
            State = nameof(RolloutState.Running),
            InForce = true,
            Ring = row.Ring + 1,
            RingSince = now,
            BakedMs = 0,
            RingsBaked = WithRing(row),
            StartedAt = row.StartedAt ?? now,
        };
        if (row.StartedAt is null)
            await RolloutWrites.AddEventAsync(
                write,
                fleet.Clock,
                begun,
                "server",
                RolloutEventKind.Started,
                $"The first of {Quantities.Of(rings, "ring")} begins."
            );
        var (hosts, planned) = (watch.Tally.In((int)begun.Ring), watch.Tally.Planned((int)begun.Ring));
        await RolloutWrites.AddEventAsync(
            write,
            fleet.Clock,
            begun,
            "server",
            RolloutEventKind.RingStarted,
            planned == 0 ? $"Ring {begun.Ring} of {rings} has no host of its own; it is passed over."
                : hosts == 0 ? $"Ring {begun.Ring} of {rings}: all of its {Quantities.Of(planned, "host")} left before their turn."
                : $"Ring {begun.Ring} of {rings}: {Quantities.Of(hosts, "host")}."
        );
        await Requirements.AdvanceAsync(write);
        return begun;
    }

    private static string WithRing(RolloutRow row) =>
        row.Ring == 0
            ? row.RingsBaked
            : JsonSerializer.Serialize(
                new Dictionary<int, long>(row.ReadRingsBaked()) { [(int)row.Ring] = row.BakedMs },
                RolloutTimesJson.Default.IReadOnlyDictionaryInt32Int64
            );
}
