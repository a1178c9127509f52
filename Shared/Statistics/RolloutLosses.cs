namespace IwTune.Shared.Statistics;

/// <summary>
/// The evidence of a whole rollout that first flights are lost more often with the change: what a slot of time adds to it, and what the
/// hosts without the change show about bursts.
/// </summary>
/// <param name="process">The evidence so far.</param>
/// <param name="sums">What is known of bursts so far.</param>
public sealed class RolloutLosses(ShareEProcess process, OverdispersionSums sums)
{
    /// <summary>The evidence.</summary>
    public ShareEProcess Process => process;

    /// <summary>What is known of bursts.</summary>
    public OverdispersionSums Sums { get; private set; } = sums;

    /// <summary>
    /// Adds one slot. The hosts without the change are measured for bursts first: bursts of now weaken the evidence of now.
    /// </summary>
    /// <param name="tested">Hosts with the change, each once.</param>
    /// <param name="control">Hosts without it.</param>
    /// <param name="alpha">How often the hosts' own rates may mislead (<see cref="UncertainShare"/>).</param>
    /// <returns>False when an arm had no connections, so that there is nothing to compare.</returns>
    public bool Add(IReadOnlyList<HostSlot> tested, IReadOnlyList<HostSlot> control, double alpha)
    {
        Sums = Sums.With(control);
        return process.Add(ExpectedLosses.Of(tested), ExpectedLosses.Of(control), alpha, Sums.Estimate());
    }
}
