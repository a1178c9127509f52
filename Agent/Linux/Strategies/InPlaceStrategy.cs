using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>
/// Rewrites the route and changes only its window. A restore writes the window the same way onto the route as it is then, not the saved
/// bytes: for an otherwise unchanged route the result is the same, and other changes stay.
/// </summary>
internal sealed class InPlaceStrategy(string why) : IRouteStrategy
{
    public Strategy Described { get; } = new(StrategyKind.InPlace, why);

    public ValueTask<Outcome> SetAsync(RouteWork work, Window wanted, CancellationToken ct) => ValueTask.FromResult(Write(work, wanted));

    public ValueTask<Outcome> PutBackAsync(RouteWork work, Window before, CancellationToken ct) =>
        ValueTask.FromResult(Write(work, before));

    public IReadOnlyList<string> ByHand(RouteWork work, Window before) =>
        work.Route.Window == before ? [] : [IpRouteCommand.Change(work.Route, before, work.Reading.NameOf)];

    private static Outcome Write(RouteWork work, Window wanted)
    {
        var rewrite = new Rewrite(work.TargetId, work.Route, wanted);
        return rewrite.IsNeedless ? new Outcome.AlreadyThere()
            : work.Netlink.Change(rewrite.Tried, rewrite.Request) is { } error ? rewrite.Rejected(error)
            : rewrite.ReadBack(work.Again());
    }
}
