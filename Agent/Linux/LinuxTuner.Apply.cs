using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux;

public sealed partial class LinuxTuner
{
    /// <inheritdoc/>
    public ValueTask<Outcome> ApplyAsync(Step step, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        lock (_gate)
        {
            return ValueTask.FromResult(Ask($"changing {step.Target.Id}", netlink => step switch
            {
                Step.Set set => Set(netlink, set),
                Step.PutBack back => PutBack(netlink, back),
                _ => throw new ArgumentOutOfRangeException(nameof(step), step, "an unknown kind of step"),
            }));
        }
    }

    private Outcome Set(NetlinkSocket netlink, Step.Set step)
    {
        var planned = RouteMessage.Read(step.Target.Raw);
        var reading = RouteReading.Around(netlink, planned.Key, Owners);
        if (!TryFind(reading, planned, out var now, out var refused))
            return refused;
        if (!now.SameExceptWindow(planned))
            return new Outcome.Refused($"{step.Target.Id} is no longer the route it was when this was planned; plan again.");
        return Write(netlink, now, step.Wanted, step.Target.Id);
    }

    /// <summary>
    /// The window goes back onto the route as it is now, not the saved bytes: for a route that is otherwise unchanged both come to the same
    /// bytes, and whatever else somebody changed, a lapsed expiry included, stays.
    /// </summary>
    private Outcome PutBack(NetlinkSocket netlink, Step.PutBack step)
    {
        var planned = RouteMessage.Read(step.Target.Raw);
        var reading = RouteReading.Around(netlink, planned.Key, Owners);
        if (reading.OfKey(planned.Key).Count == 0)
            return new Outcome.AlreadyThere();
        if (!TryFind(reading, planned, out var now, out var refused))
            return refused;
        // Somebody made the route anew since it was planned, without a window: nothing of ours is left to undo.
        if (now.Window.IsUnset && !now.SameExceptWindow(planned))
            return new Outcome.AlreadyThere();
        return Write(netlink, now, step.Before.Window, step.Target.Id);
    }

    private static bool TryFind(RouteReading reading, RouteMessage planned, out RouteMessage now, out Outcome refused)
    {
        var found = reading.OfKey(planned.Key);
        now = planned;
        refused = new Outcome.Refused($"The route to {planned} is gone; plan again.");
        if (found.Count == 0)
            return false;
        now = found.Find(planned.SameExceptWindow) ?? found[0];
        if (reading.StrategyFor(now) is not { Kind: StrategyKind.ReportOnly } strategy)
            return true;
        refused = new Outcome.Refused(strategy.Why);
        return false;
    }

    /// <summary>Compares first: even a rewrite that changes nothing makes the kernel forget the path MTUs it learned under the route.</summary>
    private Outcome Write(NetlinkSocket netlink, RouteMessage now, Window wanted, string id)
    {
        if (now.Window == wanted)
            return new Outcome.AlreadyThere();
        if (netlink.Change($"changing {id}", now.ReplaceRequest(wanted)) is { } error)
            return error.IsPermission ? throw Privilege.Missing($"changing {id}") : Rejected(id, error);

        var after = RouteReading.Around(netlink, now.Key, Owners).OfKey(now.Key);
        return after is [var one] && one.SameExceptWindow(now) && one.Window == wanted
            ? new Outcome.Applied()
            : new Outcome.Failed(
                $"{id} was to get {wanted}; read back: {(after.Count == 0 ? "no such route" : string.Join(", ", after.Select(route => route.Window)))}. Somebody else changed it at the same time; plan again.");
    }

    private static Outcome.Failed Rejected(string id, NetlinkError error) => new(error.Errno == LibC.ENOENT
        ? $"{id} went away while it was being changed; nothing was written. Plan again."
        : $"Changing {id}: the kernel answered {error}; nothing was written.");
}
