using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>Writes nothing: every way would hit another route or fight the owner.</summary>
internal sealed class ReportOnlyStrategy(string why, OwnersSetting? instead = null) : IRouteStrategy
{
    public Strategy Described { get; } = new(StrategyKind.ReportOnly, why) { Instead = instead };

    public ValueTask<Outcome> SetAsync(RouteWork work, Window wanted, CancellationToken ct) => Refuse();

    public ValueTask<Outcome> PutBackAsync(RouteWork work, Window before, CancellationToken ct) => Refuse();

    /// <remarks>
    /// Other routes came to have its key after it was set. A person sees which of them <c>change</c> hits: the first. The last can be made
    /// anew in its place; the kernel uses it only when the ones before it fail.
    /// </remarks>
    public IReadOnlyList<string> ByHand(RouteWork work, Window before)
    {
        var (route, same) = (work.Route, work.Reading.OfKey(work.Route.Key));
        if (route.Window == before || route.Key.Family != RouteNumbers.Inet || route.NexthopId != 0 || same.Count < 2)
            return [];
        return ReferenceEquals(same[0], route) ? [IpRouteCommand.Change(route, before, work.Reading.NameOf)]
            : ReferenceEquals(same[^1], route)
                ? [IpRouteCommand.Delete(route, work.Reading.NameOf), IpRouteCommand.Append(route, before, work.Reading.NameOf)]
            : [];
    }

    private ValueTask<Outcome> Refuse() => ValueTask.FromResult<Outcome>(new Outcome.Refused(Described.Why));
}
