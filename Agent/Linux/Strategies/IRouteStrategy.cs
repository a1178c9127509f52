using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>
/// A way to give a route its window. <see cref="StrategyChoice"/> chooses it anew at every reading; it holds only its reason.
/// </summary>
internal interface IRouteStrategy
{
    /// <summary>Which way and why, as the port reports it.</summary>
    Strategy Described { get; }

    /// <summary>Makes new connections over the route start with this window. Compares first and reads back after.</summary>
    ValueTask<Outcome> SetAsync(RouteWork work, Window wanted, CancellationToken ct);

    /// <summary>Restores what <see cref="SetAsync"/> changed, so that the route is what its owner made it.</summary>
    /// <param name="work">The route.</param>
    /// <param name="before">The window it had before us.</param>
    /// <param name="ct">Ends a wait for an owner that does not answer.</param>
    ValueTask<Outcome> PutBackAsync(RouteWork work, Window before, CancellationToken ct);

    /// <summary>
    /// The commands of the system that do what <see cref="PutBackAsync"/> does, for a person without a running agent; none when nothing is
    /// to be done.
    /// </summary>
    IReadOnlyList<string> ByHand(RouteWork work, Window before);
}
