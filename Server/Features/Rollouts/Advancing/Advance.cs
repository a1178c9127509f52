using IwTune.Server.Console;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>
/// One evaluation of one rollout: the outcomes of its hosts, and the consequences. At most one transaction, and none without a change.
/// </summary>
internal sealed class Advance(Fleet fleet, RolloutRow row, Watch watch)
{
    /// <summary>Bake time is stored in steps; a step that a crash loses is observed again.</summary>
    private const double StoreBakedMs = 5_000;

    private readonly int _rings = watch.Rules.Rings.Count;
    private int _heard;

    /// <summary>True when hosts must have something else than before.</summary>
    public bool Publishes { get; private set; }

    /// <returns>True when the rollout's state or ring changed, and it must be advanced again at once.</returns>
    public async Task<bool> RunAsync()
    {
        var changes = row.Ring == 0 ? [] : await RolloutObservation.OfAsync(fleet, row, watch);
        foreach (var change in changes)
            watch.Take(change);
        var settled = row.At == RolloutState.Running && IsSettled;
        // A look at the hosts of the plan, every second: only where the answer decides something.
        _heard = settled || row.At == RolloutState.Holding ? watch.Heard(row.Ring, fleet.Clock, fleet.Clock.GetTimestamp()) : 0;
        watch.Bake(row, settled, watch.IsObserved((int)row.Ring, _heard), fleet.Clock);
        var act = row.At switch
        {
            RolloutState.AwaitingWindow => await WindowAsync(changes),
            RolloutState.Running => await RingAsync(settled, changes),
            RolloutState.Holding => await HoldingAsync(changes),
            _ => null,
        };
        if (changes.Count == 0 && act is null)
            return false;
        var next = await fleet.Database.WriteAsync(write => StoreAsync(write, changes, act));
        // A plan made anew has other hosts; they are read again.
        watch.Version = next is null || next.PlanHash != row.PlanHash ? -1 : next.Version;
        return next is null || next.State != row.State || next.Ring != row.Ring;
    }

    private bool IsSettled =>
        watch.Tally.UpTo((int)row.Ring, RolloutHostState.Waiting) + watch.Tally.UpTo((int)row.Ring, RolloutHostState.Admitted) == 0
        && watch.Unheard(row.Ring) == 0;

    private async Task<RolloutRow?> StoreAsync(DbSession write, IReadOnlyList<HostChange> changes, Func<DbSession, Task<RolloutRow>>? act)
    {
        // A person may have given it a command since it was read; then this round is void and the next one sees the command.
        if (!await RolloutQueries.IsAsReadAsync(write, row))
            return null;
        await TrackQueries.StoreAsync(write, fleet.Clock, row.Id, changes);
        if (act is null)
            return row;
        var next = await act(write);
        return next.Version != row.Version || next == row ? next : await RolloutWrites.ChangeAsync(write, row, next);
    }

    /// <summary>Nothing to store. <see cref="StoreAsync"/> sees the command, and the next round begins with it.</summary>
    private Func<DbSession, Task<RolloutRow>> Void => _ => Task.FromResult(row);

    private async Task<Func<DbSession, Task<RolloutRow>>?> WindowAsync(IReadOnlyList<HostChange> changes)
    {
        if (row.Cleared >= _rings)
            return CompleteAsync;
        var closed = row.Emergency ? null : await fleet.Database.ReadAsync(db => Season.ClosedAsync(db, fleet.Clock, watch.Rules));
        if (
            row.Ring > 0
            && (closed is null || Failed(changes) || Gatekeeper.IsDue(watch, fleet.Clock))
            && await Gatekeeper.FailedSinceAsync(fleet, row, watch) is { } failed
        )
            return FailSince(failed);
        if (closed is not null)
            return Says(RolloutSentences.Waits(row, _rings, closed));
        await UnableHosts.ReadAheadAsync(fleet, row.Policy);
        Publishes = true;
        return async write =>
        {
            // A freeze that was set since is in force: its author relies on it.
            if (!row.Emergency && await Season.ClosedAsync(write, fleet.Clock, watch.Rules) is { } since)
                return row with { Sentence = RolloutSentences.Waits(row, _rings, since) };
            var begun = await RingStart.RunAsync(write, fleet, row, watch);
            return begun.At == RolloutState.Running ? await AdmitAsync(write, begun) : begun;
        };
    }

    private async Task<Func<DbSession, Task<RolloutRow>>?> RingAsync(bool settled, IReadOnlyList<HostChange> changes)
    {
        var ring = (int)row.Ring;
        if (watch.Tally.UpTo(ring, RolloutHostState.Waiting) == 0 && (row.Emergency || watch.Tally.Planned(ring) == 0))
            return Clear(null, "");
        if (AdmitsMore(watch.Tally.UpTo(ring, RolloutHostState.Waiting)))
        {
            Publishes = true;
            return write => AdmitAsync(write, row);
        }
        // Time brings no evidence to a ring that all its hosts have left.
        var baked = settled && (watch.Tally.In(ring) == 0 || IsBaked);
        if (
            baked && watch.Gate is null or { Verdict: not GateVerdict.Pass }
            || Failed(changes)
            || watch.Settles
            || Gatekeeper.IsDue(watch, fleet.Clock)
        )
            if (await Gatekeeper.JudgeAsync(fleet, row, watch) is null)
                return Void;
        if (watch.Gate is { Verdict: GateVerdict.Fail } failed)
            return Fail(failed);
        if (baked && watch.Gate is { } gate)
            return gate.Verdict == GateVerdict.Pass ? Clear(gate, gate.Sentence) : Hold(gate);
        if (settled && !watch.Observed && !watch.Compares && IsCutOff && watch.Gate is { } open)
            return Hold(open);
        var says = Says(
            RolloutSentences.Running(
                row,
                watch.Rules,
                watch.Tally,
                watch.BakedMs,
                watch.Unheard(row.Ring),
                settled && !watch.Observed ? _heard : null
            )
        );
        return says is null && watch.BakedMs - row.BakedMs < StoreBakedMs
            ? null
            : async write => (says is null ? row : await says(write)) with { BakedMs = (long)watch.BakedMs };
    }

    private async Task<Func<DbSession, Task<RolloutRow>>?> HoldingAsync(IReadOnlyList<HostChange> changes)
    {
        watch.Gate ??= await fleet.Database.ReadAsync(db => RolloutQueries.GateAsync(db, row.Id, row.Ring));
        if (watch.Gate is { Verdict: GateVerdict.Fail } stands)
            return changes.Count == 0 ? null : Says(RolloutSentences.Holding(row, watch.Tally, stands));
        // It held because too few of its hosts were heard.
        if (!IsBaked && watch.Observed)
            return ObserveAgainAsync;
        if (changes.Count == 0 && !Gatekeeper.IsDue(watch, fleet.Clock))
            return null;
        if (await Gatekeeper.JudgeAsync(fleet, row, watch) is not { } gate)
            return Void;
        return gate.Verdict switch
        {
            GateVerdict.Pass => Clear(gate, gate.Sentence),
            GateVerdict.Fail => Fail(gate),
            _ => Says(RolloutSentences.Holding(row, watch.Tally, gate)),
        };
    }

    private bool IsBaked => watch.BakedMs >= RolloutSentences.BakeSeconds(watch.Rules, (int)row.Ring) * 1000.0;

    /// <summary>Hosts of the ring are silent, or were when they should have confirmed.</summary>
    private bool IsCutOff =>
        watch.Tally.In((int)row.Ring, RolloutHostState.Unreachable) > 0
        || watch.Tracks.Any(track => track.Ring == row.Ring && track.IsUnconfirmed);

    private static bool Failed(IReadOnlyList<HostChange> changes) =>
        changes.Any(change => change.To.State is RolloutHostState.Failed or RolloutHostState.Unreachable);

    private int Capacity =>
        watch.Rules.MaxInFlight == 0 ? int.MaxValue : Math.Max(0, watch.Rules.MaxInFlight - watch.Tally.All(RolloutHostState.Admitted));

    /// <summary>Not one by one as hosts settle: each admission wakes all waiting check-ins.</summary>
    private bool AdmitsMore(int waiting) => waiting > 0 && Capacity >= Math.Min(waiting, Math.Max(1, watch.Rules.MaxInFlight / 4));

    private async Task<RolloutRow> AdmitAsync(DbSession write, RolloutRow begun)
    {
        var set = fleet.Requirements.Current;
        var (due, gone) = (new List<Track>(), new List<HostChange>());
        foreach (var track in watch.Tracks)
        {
            if (track.State != RolloutHostState.Waiting || track.Ring > begun.Ring)
                continue;
            if (fleet.Hosts.Find(track.Id) is not { } host || set.PolicyFor(host.Identity) != row.Policy)
                gone.Add(new(track, track.State, new(RolloutHostState.Left, "", "left the fleet or the policy before its turn")));
            else if (due.Count < Capacity)
            {
                track.Presence = host.Presence;
                due.Add(track);
            }
        }
        await TrackQueries.StoreAsync(write, fleet.Clock, row.Id, gone);
        gone.ForEach(watch.Take);
        await TrackQueries.AdmitAsync(write, fleet.Clock, row.Id, due);
        await Requirements.AdvanceAsync(write);
        watch.Admit(due, fleet.Clock.GetTimestamp());
        return begun with { Sentence = RolloutSentences.Running(begun, watch.Rules, watch.Tally, 0) };
    }

    private async Task<RolloutRow> CompleteAsync(DbSession write)
    {
        Publishes = true;
        await Endings.CompleteAsync(write, fleet, row, "server");
        return (await RolloutQueries.FindAsync(write, row.Id))!;
    }

    private Func<DbSession, Task<RolloutRow>> Clear(RolloutGate? gate, string told) =>
        async write =>
        {
            if (gate is not null)
                await RolloutWrites.AddEventAsync(
                    write,
                    fleet.Clock,
                    row,
                    "server",
                    RolloutEventKind.GatePassed,
                    $"Ring {row.Ring} of {_rings}: {told.TrimEnd('.')}."
                );
            return row with
            {
                State = nameof(RolloutState.AwaitingWindow),
                Cleared = row.Ring,
                BakedMs = (long)watch.BakedMs,
                Sentence = row.Ring == _rings ? RolloutSentences.Releases : RolloutSentences.Starts(row, _rings),
            };
        };

    private Func<DbSession, Task<RolloutRow>> Hold(RolloutGate gate) =>
        async write =>
        {
            await RolloutWrites.AddEventAsync(
                write,
                fleet.Clock,
                row,
                "server",
                RolloutEventKind.GateHeld,
                $"Ring {row.Ring} of {_rings} holds: {gate.Sentence.TrimEnd('.')}."
            );
            return row with
            {
                State = nameof(RolloutState.Holding),
                BakedMs = (long)watch.BakedMs,
                Sentence = RolloutSentences.Holding(row, watch.Tally, gate),
            };
        };

    private async Task<RolloutRow> ObserveAgainAsync(DbSession write)
    {
        await RolloutWrites.AddEventAsync(
            write,
            fleet.Clock,
            row,
            "server",
            RolloutEventKind.Resumed,
            $"Ring {row.Ring} of {_rings}: {Quantities.Count(_heard)} of {Quantities.Of(watch.Tally.In((int)row.Ring), "host")} "
                + $"{(_heard == 1 ? "is" : "are")} heard again; it continues to be observed."
        );
        return row with
        {
            State = nameof(RolloutState.Running),
            BakedMs = (long)watch.BakedMs,
            Sentence = RolloutSentences.Running(row, watch.Rules, watch.Tally, watch.BakedMs),
        };
    }

    private Func<DbSession, Task<RolloutRow>> FailSince(RolloutGate gate) =>
        async write =>
        {
            await RolloutWrites.GateAsync(write, row.Id, row.Ring, gate);
            await GateHistory.StoreAsync(write, row.Id, row.Ring, gate);
            return await Fail(gate)(write);
        };

    private Func<DbSession, Task<RolloutRow>> Fail(RolloutGate gate) =>
        async write =>
        {
            await RolloutWrites.AddEventAsync(
                write,
                fleet.Clock,
                row,
                "server",
                RolloutEventKind.GateFailed,
                $"Ring {row.Ring} of {_rings} failed: {gate.Sentence.TrimEnd('.')}."
            );
            if (watch.Rules.OnFailure == GateFailure.Hold)
                return row with
                {
                    State = nameof(RolloutState.Holding),
                    // A gate that failed after its ring was cleared is to be passed again.
                    Cleared = Math.Min(row.Cleared, row.Ring - 1),
                    BakedMs = (long)watch.BakedMs,
                    Sentence = RolloutSentences.Holding(row, watch.Tally, gate),
                };
            Publishes = true;
            await Endings.RollBackAsync(
                write,
                fleet,
                row,
                "server",
                $"The gate of ring {row.Ring} of rollout {row.Id} failed.",
                $"Rolled back: the gate of ring {row.Ring} of {_rings} failed: {gate.Sentence.TrimEnd('.')}."
            );
            return (await RolloutQueries.FindAsync(write, row.Id))!;
        };

    private Func<DbSession, Task<RolloutRow>>? Says(string sentence) =>
        sentence == row.Sentence ? null : _ => Task.FromResult(row with { Sentence = sentence });
}
