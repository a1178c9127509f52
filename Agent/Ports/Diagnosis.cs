namespace IwTune.Agent.Ports;

/// <summary>What one check of the doctor found.</summary>
public sealed record Diagnosis
{
    /// <summary>The check's name: lower case and hyphens, stable: <c>sack</c>, <c>ipv6-parity</c>.</summary>
    public required string Check { get; init; }

    /// <summary>Its subject.</summary>
    public required DiagnosisGroup Group { get; init; }

    /// <summary>Its result.</summary>
    public required Health Health { get; init; }

    /// <summary>The value found, as a phrase; for <see cref="Health.NotKnown"/> why there is none.</summary>
    public required string Found { get; init; }

    /// <summary>Why it matters for first flights, as sentences.</summary>
    public required string Why { get; init; }

    /// <summary>The source: an RFC and section, a kernel function, or <c>measured</c>.</summary>
    public required string Source { get; init; }

    /// <summary>A command to paste, or a sentence; empty when there is nothing to correct.</summary>
    public string Fix { get; init; } = "";
}

/// <summary>The result of a check.</summary>
public enum Health
{
    /// <summary>As it should be.</summary>
    Ok,

    /// <summary>Works, but could be better; consider the advice.</summary>
    Advice,

    /// <summary>A window has no effect, or does harm.</summary>
    Problem,

    /// <summary>Not known on this host.</summary>
    NotKnown,
}

/// <summary>The subject of a check, in the order in which people look.</summary>
public enum DiagnosisGroup
{
    /// <summary>Which window a route has, and which route serves a peer.</summary>
    Routes,

    /// <summary>What this host sends first.</summary>
    Sending,

    /// <summary>What this host lets a peer send first.</summary>
    Receiving,

    /// <summary>What a lost segment of the first flight costs.</summary>
    Loss,

    /// <summary>The interfaces and the machine.</summary>
    Machine,

    /// <summary>What the agent has seen.</summary>
    Agent,
}
