using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>A host that counts in a rollout: what its own past says of it, and what of it has been added already.</summary>
public sealed class CountedHost
{
    /// <summary>Its id.</summary>
    public required string Id { get; init; }

    /// <summary>Its loss rate before.</summary>
    public required HostRate Rate { get; init; }

    /// <summary>Its share of retransmitted segments before.</summary>
    public required double AgainShare { get; init; }

    /// <summary>The variance of that share.</summary>
    public required double AgainVariance { get; init; }

    /// <summary>Its fetch times before.</summary>
    public IReadOnlyList<FetchTimes> Fetch { get; set; } = [];

    /// <summary>What it lost while it had no change.</summary>
    public HostHistory History { get; set; }

    /// <summary>The ring that the rollout was in, and the arm of the host, when it was last added.</summary>
    public (long Stage, long Ring) Folded { get; set; }

    /// <summary>Its segments in the sums of that stage and arm.</summary>
    public double FoldedSegments { get; set; }

    /// <summary>Its expected losses in them.</summary>
    public double FoldedDue { get; set; }
}
