using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>What one host reported in one time slot, with all that is needed to add it to the evidence.</summary>
/// <param name="Slot">The slot's number.</param>
/// <param name="Host">The host.</param>
/// <param name="Stage">The ring that the rollout was in.</param>
/// <param name="Ring">The host's ring; 0 for the control group.</param>
/// <param name="Told">What it reported.</param>
public sealed record CountedSlot(long Slot, CountedHost Host, long Stage, long Ring, ArmOutcome Told)
{
    /// <summary>Its losses.</summary>
    public HostSlot Losses => new(Told.Judged, Told.Lost, Host.Rate, Host.History);

    /// <summary>With what its own past predicts for as many connections, and the squares of the unit.</summary>
    /// <param name="tails">The control group's slowest fetches of the slot.</param>
    public ArmOutcome Counted(IReadOnlyList<FetchTail> tails)
    {
        var (due, again) = (Told.Judged * Host.Rate.Rate, Told.Segments * Host.AgainShare);
        var excess = Told.Again - again;
        return Told with
        {
            Slots = 1,
            LostBefore = due,
            LostSlotSquares = due * due,
            AgainBefore = again,
            AgainSquares = excess * excess,
            AgainCross = excess * Told.Segments,
            SegmentSquares = (double)Told.Segments * Told.Segments,
            FetchClusters = Gating.FetchClusters.Of(Told.Fetch, tails),
        };
    }
}
