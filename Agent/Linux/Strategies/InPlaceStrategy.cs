using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>
/// Rewrites the route, nothing of it changed but the window. The window goes back the same way onto the route as it is then, not the saved
/// bytes: for a route that is otherwise unchanged both come to the same, and whatever else somebody changed stays.
/// </summary>
internal sealed class InPlaceStrategy(string why) : IRouteStrategy
{
    public Strategy Described { get; } = new(StrategyKind.InPlace, why);

    public ValueTask<Outcome> SetAsync(RouteWork work, Window wanted, CancellationToken ct) => ValueTask.FromResult(Write(work, wanted));

    public ValueTask<Outcome> PutBackAsync(RouteWork work, Window before, CancellationToken ct) => ValueTask.FromResult(Write(work, before));

    public IReadOnlyList<string> ByHand(RouteWork work, Window before) =>
        work.Route.Window == before ? [] : [IpRouteCommand.Change(work.Route, before, work.Reading.NameOf)];

    /// <summary>Compares first: even a rewrite that changes nothing makes the kernel forget the path MTUs it learned under the route.</summary>
    private static Outcome Write(RouteWork work, Window wanted)
    {
        var (now, id) = (work.Route, work.TargetId);
        if (now.Window == wanted)
            return new Outcome.AlreadyThere();
        if (work.Netlink.Change($"changing {id}", now.ReplaceRequest(wanted)) is { } error)
            return error.IsPermission ? throw Privilege.Missing($"changing {id}") : Rejected(id, error);

        var after = work.Again().OfKey(now.Key);
        return after is [var one] && one.SameExceptWindow(now) && one.Window == wanted
            ? new Outcome.Applied()
            : new Outcome.Failed(
                $"{id} was to get {wanted}; read back: {(after.Count == 0 ? "no such route" : string.Join(", ", after.Select(route => route.Window)))}. Somebody else changed it at the same time; plan again.");
    }

    private static Outcome.Failed Rejected(string id, NetlinkError error) => new(error.Errno == LibC.ENOENT
        ? $"{id} went away while it was being changed; nothing was written. Plan again."
        : $"Changing {id}: the kernel answered {error}; nothing was written.");
}
