using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Shadows;
using IwTune.Agent.Linux.Strategies;
using IwTune.Agent.Linux.Strategies.Networkd;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

/// <summary>Takes one step on one route, in the way that its owner allows.</summary>
internal static class RouteSteps
{
    public static Outcome Gone(NetlinkSocket netlink, RouteReading reading, Step step, RouteMessage planned)
    {
        var uncovered = ShadowKeeping.Uncover(netlink, reading, planned);
        return step is Step.Set ? new Outcome.Refused($"The route to {planned} is gone; plan again.")
            : uncovered ? new Outcome.Applied()
            : new Outcome.AlreadyThere();
    }

    public static async ValueTask<Outcome> SetAsync(RouteWork work, RouteMessage planned, Step.Set step, CancellationToken ct)
    {
        var strategy = work.Reading.StrategyFor(work.Route);
        if (strategy is not ReportOnlyStrategy && !work.Route.SameExceptWindow(planned))
            return new Outcome.Refused($"{step.Target.Id} is no longer the route it was when this was planned; plan again.");
        if (FormerlyUnowned.OwnerSilent(strategy, work, step.Target) is { } silent)
            return silent;
        if (strategy is not ShadowStrategy)
            ShadowKeeping.Uncover(work.Netlink, work.Reading, work.Route);
        if (
            step.Target.Original is { } before
            && await FormerlyUnowned.TakeBackAsync(strategy, work, step.Target, before.Window, ct)
                is var former
                    and not Outcome.AlreadyThere
        )
        {
            if (former is not Outcome.Applied)
                return former;
            work = work.Anew();
        }
        return await strategy.SetAsync(work, step.Wanted, ct);
    }

    public static async ValueTask<Outcome> PutBackAsync(RouteWork work, RouteMessage planned, Step.PutBack step, CancellationToken ct)
    {
        var strategy = work.Reading.StrategyFor(work.Route);
        if (strategy is ShadowStrategy && IsEarlierOfOurs(step))
            return await strategy.SetAsync(work, step.Before.Window, ct); // back to an earlier window of ours
        if (FormerlyUnowned.OwnerSilent(strategy, work, step.Target) is { } silent)
            return silent;
        var uncovered = ShadowKeeping.Uncover(work.Netlink, work.Reading, work.Route);
        var outcome = await FormerlyUnowned.TakeBackAsync(strategy, work, step.Target, step.Before.Window, ct);
        if (outcome is Outcome.AlreadyThere && !IsOwnersAgain(strategy, work.Route, planned, step.Target))
            outcome = await strategy.PutBackAsync(work, step.Before.Window, ct);
        if (uncovered && outcome is Outcome.AlreadyThere)
            outcome = new Outcome.Applied();
        return await DropInRemoval.TakeAwayAsync(work, step.Before.Window, outcome, ct);
    }

    /// <summary>
    /// True when the window was ours. Where nothing is any more, as after a policy that did not cover the route, no owner gave it.
    /// </summary>
    private static bool IsEarlierOfOurs(Step.PutBack step) =>
        step.Target.Original is { } original
            ? original.Window != step.Before.Window
            : !step.Before.Window.IsUnset && step.Before.Window != step.Target.Underneath;

    /// <summary>
    /// True when nothing of ours is in the route itself: it was never written, or another writer recreated it without a window since it was
    /// planned.
    /// </summary>
    public static bool IsOwnersAgain(IRouteStrategy strategy, RouteMessage route, RouteMessage planned, Target target) =>
        strategy switch
        {
            ShadowStrategy => true,
            InPlaceStrategy => target.LastSet is { By: StrategyKind.Shadow } || (route.Window.IsUnset && !route.SameExceptWindow(planned)),
            ReportOnlyStrategy => target.LastSet is { By: StrategyKind.Shadow },
            _ => false,
        };
}
