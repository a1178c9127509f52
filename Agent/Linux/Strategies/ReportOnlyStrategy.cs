using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>Gives no window: every way would hit another route or fight the owner.</summary>
internal sealed class ReportOnlyStrategy(string why, OwnersSetting? instead = null) : IRouteStrategy
{
    public Strategy Described { get; } = new(StrategyKind.ReportOnly, why) { Instead = instead };

    public ValueTask<Outcome> SetAsync(RouteWork work, Window wanted, CancellationToken ct) => Refuse();

    /// <remarks>
    /// Another program may have put routes of its key behind it, or before it, after it was set, and a dead-man timer must not wait for
    /// that program. The kernel's replace hits the first; the last can be made anew in its place.
    /// </remarks>
    public ValueTask<Outcome> PutBackAsync(RouteWork work, Window before, CancellationToken ct)
    {
        var rewrite = new Rewrite(work.TargetId, work.Route, before);
        if (rewrite.IsNeedless)
            return ValueTask.FromResult<Outcome>(new Outcome.AlreadyThere());
        if (!IsOneOfSeveral(work, out var same))
            return Refuse();
        return ReferenceEquals(same[^1], work.Route) ? ValueTask.FromResult(Remake.Write(work, before))
            : !ReferenceEquals(same[0], work.Route) ? Refuse()
            : ValueTask.FromResult(
                work.Netlink.Change(rewrite.Tried, rewrite.Request) is { } error ? rewrite.Rejected(error) : rewrite.ReadBack(work.Again())
            );
    }

    /// <remarks>The last can be made anew in its place, as <see cref="Remake"/> does it.</remarks>
    public IReadOnlyList<string> ByHand(RouteWork work, Window before)
    {
        var route = work.Route;
        if (route.Window == before || !IsOneOfSeveral(work, out var same))
            return [];
        return ReferenceEquals(same[0], route) ? [IpRouteCommand.Change(route, before, work.Reading.NameOf)]
            : ReferenceEquals(same[^1], route)
                ? [IpRouteCommand.Append(route, before, work.Reading.NameOf), IpRouteCommand.Delete(route, work.Reading.NameOf)]
            : [];
    }

    /// <param name="work">The route.</param>
    /// <param name="same">Those of its key, in the kernel's order.</param>
    private static bool IsOneOfSeveral(RouteWork work, out List<RouteMessage> same)
    {
        same = work.Reading.OfKey(work.Route.Key);
        return work.Route.Key.Family == RouteNumbers.Inet && work.Route.NexthopId == 0 && same.Count > 1;
    }

    private ValueTask<Outcome> Refuse() => ValueTask.FromResult<Outcome>(new Outcome.Refused(Described.Why));
}
