using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// What the production connections of some hosts showed, in sums. The unit is a host in a time slot: sums of squares over these units show
/// how far losses are clustered.
/// </summary>
public sealed record ArmOutcome
{
    /// <summary>No reports.</summary>
    public static ArmOutcome None { get; } = new();

    /// <summary>Hosts that reported something.</summary>
    public int Hosts { get; init; }

    /// <summary>Host slots that reported something.</summary>
    public long Slots { get; init; }

    /// <summary>Connections that sent data.</summary>
    public long Connections { get; init; }

    /// <summary>Those whose first flight can be judged.</summary>
    public long Judged { get; init; }

    /// <summary>Those of them that lost some of it.</summary>
    public long Lost { get; init; }

    /// <summary>How many would have by what the same hosts lost before.</summary>
    public double LostBefore { get; init; }

    /// <summary>Sum over host slots of <see cref="LostBefore"/>².</summary>
    public double LostSlotSquares { get; init; }

    /// <summary>Sum over hosts of <see cref="LostBefore"/>².</summary>
    public double LostHostSquares { get; init; }

    /// <summary>The same times <see cref="HostRate.Spread"/>.</summary>
    public double LostHostSpread { get; init; }

    /// <summary>The same times <see cref="HostRate.Concentration"/>.</summary>
    public double LostHostBursts { get; init; }

    /// <summary>Segments of data.</summary>
    public long Segments { get; init; }

    /// <summary>Those retransmitted.</summary>
    public long Again { get; init; }

    /// <summary>How many would have been by what the same hosts retransmitted before.</summary>
    public double AgainBefore { get; init; }

    /// <summary>Variance of <see cref="AgainBefore"/>: a host with a short history is known badly.</summary>
    public double AgainVariance { get; init; }

    /// <summary>Sum over host slots of (<see cref="Again"/> − <see cref="AgainBefore"/>)².</summary>
    public double AgainSquares { get; init; }

    /// <summary>Sum over host slots of (<see cref="Again"/> − <see cref="AgainBefore"/>) × <see cref="Segments"/>.</summary>
    public double AgainCross { get; init; }

    /// <summary>Sum over host slots of <see cref="Segments"/>².</summary>
    public double SegmentSquares { get; init; }

    /// <summary>Fetch times by class.</summary>
    public IReadOnlyList<FetchTimes> Fetch
    {
        get;
        init => field = value ?? [];
    } = [];

    /// <summary>How far slow fetches are clustered, by class.</summary>
    public IReadOnlyList<FetchClusters> FetchClusters
    {
        get;
        init => field = value ?? [];
    } = [];

    /// <summary>The same hosts' fetch times before.</summary>
    public IReadOnlyList<FetchTimes> FetchBefore
    {
        get;
        init => field = value ?? [];
    } = [];

    /// <summary>Its losses, for <see cref="LargestRise"/>.</summary>
    public ArmLosses Losses => new(Judged, Lost, LostBefore, LostSlotSquares, LostHostSquares, LostHostSpread, LostHostBursts);

    /// <summary>Both.</summary>
    public ArmOutcome With(ArmOutcome other) =>
        new()
        {
            Hosts = Hosts + other.Hosts,
            Slots = Slots + other.Slots,
            Connections = Connections + other.Connections,
            Judged = Judged + other.Judged,
            Lost = Lost + other.Lost,
            LostBefore = LostBefore + other.LostBefore,
            LostSlotSquares = LostSlotSquares + other.LostSlotSquares,
            LostHostSquares = LostHostSquares + other.LostHostSquares,
            LostHostSpread = LostHostSpread + other.LostHostSpread,
            LostHostBursts = LostHostBursts + other.LostHostBursts,
            Segments = Segments + other.Segments,
            Again = Again + other.Again,
            AgainBefore = AgainBefore + other.AgainBefore,
            AgainVariance = AgainVariance + other.AgainVariance,
            AgainSquares = AgainSquares + other.AgainSquares,
            AgainCross = AgainCross + other.AgainCross,
            SegmentSquares = SegmentSquares + other.SegmentSquares,
            Fetch = FetchTimes.Sum(Fetch, other.Fetch),
            FetchClusters = Gating.FetchClusters.Sum(FetchClusters, other.FetchClusters),
            FetchBefore = FetchTimes.Sum(FetchBefore, other.FetchBefore),
        };
}
