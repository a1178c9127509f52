using IwTune.Shared.Wire;

namespace IwTune.Agent.Ports;

/// <summary>What a running agent has seen of the paths that this host uses.</summary>
public sealed record AgentView
{
    /// <summary>Why nothing was seen, as a sentence: no daemon answers, or this user may not ask it; empty when one answered.</summary>
    public string Absent { get; init; } = "";

    /// <summary>True when the agent belongs to a fleet.</summary>
    public bool Enrolled { get; init; }

    /// <summary>How long ago the server last answered; <see langword="null"/> for never since the agent started.</summary>
    public TimeSpan? SinceContact { get; init; }

    /// <summary>What prevents its work, as sentences: the server cannot be reached, the outbox is full.</summary>
    public IReadOnlyList<string> Troubles { get; init; } = [];

    /// <summary>The latest evidence of each target.</summary>
    public IReadOnlyList<Evidence> Evidence { get; init; } = [];
}
