namespace IwTune.Agent.Ports;

/// <summary>What one check of the doctor found.</summary>
public sealed record Diagnosis
{
    /// <summary>The check's name: lower case and hyphens, stable: <c>sack</c>, <c>ipv6-parity</c>.</summary>
    public required string Check { get; init; }

    /// <summary>What it is about.</summary>
    public required DiagnosisGroup Group { get; init; }

    /// <summary>How it stands.</summary>
    public required Health Health { get; init; }

    /// <summary>The value found, as a phrase; for <see cref="Health.NotKnown"/> why there is none.</summary>
    public required string Found { get; init; }

    /// <summary>Why it matters for first flights, as sentences.</summary>
    public required string Why { get; init; }

    /// <summary>Where that is written: an RFC and section, a kernel function, or <c>measured</c>.</summary>
    public required string Source { get; init; }

    /// <summary>A command to paste, or a sentence; empty when there is nothing to mend.</summary>
    public string Fix { get; init; } = "";
}

/// <summary>How a check stands.</summary>
public enum Health
{
    /// <summary>As it should be.</summary>
    Ok,

    /// <summary>Works, and could be better; weigh it.</summary>
    Advice,

    /// <summary>A window is without effect, or harms.</summary>
    Problem,

    /// <summary>Cannot be told here.</summary>
    NotKnown,
}

/// <summary>What a check is about, in the order people look.</summary>
public enum DiagnosisGroup
{
    /// <summary>Which window a route has, and which route serves a peer.</summary>
    Routes,

    /// <summary>What this host sends first.</summary>
    Sending,

    /// <summary>What this host lets others send first.</summary>
    Receiving,

    /// <summary>What a lost segment of the first flight costs.</summary>
    Loss,

    /// <summary>The interfaces and the machine.</summary>
    Machine,

    /// <summary>What the agent has seen.</summary>
    Agent,
}
