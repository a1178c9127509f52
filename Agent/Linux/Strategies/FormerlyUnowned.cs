using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>
/// A route that was set in place while it had no owner, and has one now: its own window is still ours, and is restored before, or instead
/// of, what the present strategy does.
/// </summary>
internal static class FormerlyUnowned
{
    private static readonly InPlaceStrategy InPlace = new("");

    /// <summary>True when the route has a window of ours that the present strategy would not have written.</summary>
    public static bool IsStill(IRouteStrategy now, RouteWork work, Target target, Window before) =>
        now is not (InPlaceStrategy or ReportOnlyStrategy)
        && target.LastSet is { By: StrategyKind.InPlace, Window: var ours }
        && work.Route.Window == ours
        && ours != before;

    public static IReadOnlyList<string> ByHand(RouteWork work, Window before) => InPlace.ByHand(work, before);

    /// <summary>
    /// The window is in the owner's own configuration, and the owner cannot be asked to remove it: anything else would leave it there for
    /// good.
    /// </summary>
    /// <returns><see langword="null"/> when that is not so.</returns>
    public static Outcome.Refused? OwnerSilent(IRouteStrategy now, RouteWork work, Target target) =>
        now.Described.Kind != StrategyKind.Native
        && target.LastSet is { By: StrategyKind.Native, Window: var ours }
        && work.Route.Window == ours
        && !ours.IsUnset
            ? new Outcome.Refused(
                $"{target.Id} has its window from a profile of NetworkManager, which cannot remove it now: NetworkManager does not "
                    + "answer on the system bus, or now manages IPv6 on the interface. Start it, or remove initcwnd and initrwnd from "
                    + "the profile by hand."
            )
            : null;

    /// <returns><see cref="Outcome.AlreadyThere"/> when the route has no window of ours in it.</returns>
    public static ValueTask<Outcome> TakeBackAsync(IRouteStrategy now, RouteWork work, Target target, Window before, CancellationToken ct)
    {
        if (!IsStill(now, work, target, before))
            return ValueTask.FromResult<Outcome>(new Outcome.AlreadyThere());
        return work.Reading.OfKey(work.Route.Key).Count == 1
            ? InPlace.PutBackAsync(work, before, ct)
            : ValueTask.FromResult<Outcome>(
                new Outcome.Refused(
                    $"{target.Id} still has the window {work.Route.Window} that was set while it had no owner, but other routes share "
                        + "its key now; let its owner make it anew, or delete the other routes."
                )
            );
    }
}
