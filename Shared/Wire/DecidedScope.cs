namespace IwTune.Shared.Wire;

/// <summary>The present state of a window that the host decides itself.</summary>
public sealed record DecidedScope
{
    /// <summary>Where it applies, as a policy names its scopes.</summary>
    public required string Scope { get; init; }

    /// <summary><c>auto</c> or <c>learned</c>.</summary>
    public required string Word { get; init; }

    /// <summary>The window, segments.</summary>
    public required int Value { get; init; }

    /// <summary>Never below, segments.</summary>
    public required int Min { get; init; }

    /// <summary>Never above, segments: the policy's bound, or the host's own limit where that is less.</summary>
    public required int Max { get; init; }

    /// <summary>When it was last changed, or started.</summary>
    public required DateTimeOffset Changed { get; init; }

    /// <summary>Connections counted since the last evaluation.</summary>
    public long Connections { get; init; }

    /// <summary>Those of them that lost some of their first flight.</summary>
    public long Losses { get; init; }

    /// <summary>The result of the last evaluation, for people; empty before the first.</summary>
    public string Last { get; init; } = "";

    /// <summary>When that was.</summary>
    public DateTimeOffset? LastAt { get; init; }

    /// <summary>Why nothing is raised now, as a sentence; empty when something may be.</summary>
    public string Note { get; init; } = "";
}
