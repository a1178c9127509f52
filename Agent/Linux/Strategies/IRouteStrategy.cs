using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>
/// A way to give a route its window. Chosen anew for every reading by <see cref="StrategyChoice"/>; holds nothing but its reason.
/// </summary>
internal interface IRouteStrategy
{
    /// <summary>Which way and why, as the port tells it.</summary>
    Strategy Described { get; }

    /// <summary>Makes new connections over the route start with this window. Compares first and reads back after.</summary>
    ValueTask<Outcome> SetAsync(RouteWork work, Window wanted, CancellationToken ct);

    /// <summary>Takes back what <see cref="SetAsync"/> did, so that the route is what its owner made it.</summary>
    /// <param name="work">The route.</param>
    /// <param name="before">The window it had before us.</param>
    /// <param name="ct">Ends a wait for an owner that does not answer.</param>
    ValueTask<Outcome> PutBackAsync(RouteWork work, Window before, CancellationToken ct);

    /// <summary>
    /// The commands of the system that do what <see cref="PutBackAsync"/> does, for a person whose agent is dead; none when nothing is to
    /// be done.
    /// </summary>
    IReadOnlyList<string> ByHand(RouteWork work, Window before);
}
