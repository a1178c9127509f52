using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Model.Recommending;

/// <summary>Everything that a recommendation is made from. Equal cases give equal recommendations, to the last digit.</summary>
public sealed record RecommendationCase
{
    /// <summary>What it is for, as people call it: a site, a policy, a target.</summary>
    public required string Subject { get; init; }

    /// <summary>The connections, measured or as a person described them.</summary>
    public required TrafficProfile Traffic { get; init; }

    /// <summary>
    /// What <see cref="Traffic"/> was made of when nothing was measured, so that it can prove nothing; <see langword="null"/> when it was.
    /// </summary>
    public DescribedTraffic? Description { get; init; }

    /// <summary>A case from a person's description.</summary>
    public static RecommendationCase Of(string subject, DescribedTraffic described) =>
        new()
        {
            Subject = subject,
            Traffic = described.ToProfile(),
            Description = described,
        };

    /// <summary>Who is at the other end.</summary>
    public PathRole Role { get; init; }

    /// <summary>The window in force, segments.</summary>
    public int Current { get; init; } = InitialWindow.LinuxDefault;

    /// <summary>Guardrails of the policy and the host.</summary>
    public Limits Limits { get; init; } = Limits.None;

    /// <summary>What the system takes.</summary>
    public SegmentRange Takes { get; init; } = SegmentRange.Linux;

    /// <summary>Payload of a full segment, bytes; <see langword="null"/> for the profile's, and 1460 when it has none.</summary>
    public int? Mss { get; init; }

    /// <summary>Selective acknowledgements; <see langword="null"/> when it is not known.</summary>
    public bool? Sack { get; init; }

    /// <summary>True when voice shares the narrow link without queue management.</summary>
    public bool Voice { get; init; }

    /// <summary>True when a policer or burst limit is known on the path.</summary>
    public bool Policer { get; init; }

    /// <summary>The reason to go beyond the ceilings; <see langword="null"/> without one.</summary>
    public string? Override { get; init; }

    /// <summary>Of the intervals' resampling.</summary>
    public ulong Seed { get; init; } = 6928;

    internal bool Described => Description is not null;

    internal int Segment =>
        Mss is > 0 and var own ? own
        : Traffic.Mss is > 0 and var seen ? seen
        : 1460;
}
