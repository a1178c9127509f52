using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>What the production connections of some hosts showed, in a form that adds up.</summary>
public sealed record ArmOutcome
{
    /// <summary>No reports.</summary>
    public static ArmOutcome None { get; } = new();

    /// <summary>Hosts that reported something.</summary>
    public int Hosts { get; init; }

    /// <summary>Connections that sent data.</summary>
    public long Connections { get; init; }

    /// <summary>Those whose first flight can be judged.</summary>
    public long Judged { get; init; }

    /// <summary>Those of them that lost some of it.</summary>
    public long Lost { get; init; }

    /// <summary>How many would have by what the same hosts lost before.</summary>
    public double LostBefore { get; init; }

    /// <summary>Segments of data.</summary>
    public long Segments { get; init; }

    /// <summary>Those sent again.</summary>
    public long Again { get; init; }

    /// <summary>How many would have been by what the same hosts sent again before.</summary>
    public double AgainBefore { get; init; }

    /// <summary>Variance of <see cref="AgainBefore"/>: a host with a short history is known badly.</summary>
    public double AgainVariance { get; init; }

    /// <summary>Sum of the connections' sizes, bytes.</summary>
    public double Bytes { get; init; }

    /// <summary>Sum of their squares.</summary>
    public double BytesSquared { get; init; }

    /// <summary>Fetch times by class.</summary>
    public IReadOnlyList<FetchTimes> Fetch { get; init; } = [];

    /// <summary>The same hosts' fetch times before.</summary>
    public IReadOnlyList<FetchTimes> FetchBefore { get; init; } = [];

    /// <summary>
    /// How many connections of one size would say as much about a share of segments: segments of a connection are lost together, and a
    /// large connection has many (Kish's effective sample size).
    /// </summary>
    public double Units => BytesSquared <= 0 ? 0 : Bytes * Bytes / BytesSquared;

    /// <summary>Both.</summary>
    public ArmOutcome With(ArmOutcome other) =>
        new()
        {
            Hosts = Hosts + other.Hosts,
            Connections = Connections + other.Connections,
            Judged = Judged + other.Judged,
            Lost = Lost + other.Lost,
            LostBefore = LostBefore + other.LostBefore,
            Segments = Segments + other.Segments,
            Again = Again + other.Again,
            AgainBefore = AgainBefore + other.AgainBefore,
            AgainVariance = AgainVariance + other.AgainVariance,
            Bytes = Bytes + other.Bytes,
            BytesSquared = BytesSquared + other.BytesSquared,
            Fetch = FetchTimes.Sum(Fetch, other.Fetch),
            FetchBefore = FetchTimes.Sum(FetchBefore, other.FetchBefore),
        };
}
