using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>What a <see cref="BundleStore"/> holds.</summary>
public sealed record StoredBundles
{
    /// <summary>The last bundle that was applied and, where it asked for it, confirmed.</summary>
    public StoredBundle? LastGood { get; init; }

    /// <summary>A bundle that is being tried; it becomes the last good one or is rejected.</summary>
    public StoredBundle? Candidate { get; init; }

    /// <summary>Digest of a bundle that was put back; not applied again until other content comes.</summary>
    public string? Rejected { get; init; }

    /// <summary>Why it was put back, as a sentence.</summary>
    public string RejectedBecause { get; init; } = "";

    /// <summary>The highest bundle ever accepted, whatever became of it; the floor against replay.</summary>
    public HeldBundle? Highest { get; init; }

    /// <summary>What is to be enforced now; <see langword="null"/> when nothing is, or a roll-back by hand holds.</summary>
    [JsonIgnore]
    public StoredBundle? Wanted => Candidate ?? LastGood;
}

/// <summary>A bundle on disk. Kept parsed: it was verified before it came here, and the directory is the daemon's own.</summary>
/// <param name="Held">As check-ins name it.</param>
/// <param name="Content">What it asks for.</param>
public sealed record StoredBundle(HeldBundle Held, BundleContent Content)
{
    /// <summary>True for content that a person applied on this host, which no server sequenced.</summary>
    [JsonIgnore]
    public bool Local => Held.Sequence == 0;
}
