using System.Text.Json.Serialization;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>What is stored of an experiment: written before anything is changed, and again when it ends.</summary>
/// <param name="Plan">As it was started.</param>
/// <param name="Phase">Whether it runs, and how it ended.</param>
/// <param name="Transaction">Its number in the journal.</param>
public sealed record ExperimentRecord(ExperimentPlan Plan, ExperimentPhase Phase, long Transaction)
{
    /// <summary>When it ended.</summary>
    public DateTimeOffset? Ended { get; init; }

    /// <summary>Why it ended, as a sentence; empty while it runs.</summary>
    public string Why { get; init; } = "";

    /// <summary>True when ends of connections were lost, or more samples came than are kept: the samples are then a part of all.</summary>
    public bool Partial { get; init; }

    /// <summary>True while its windows are set.</summary>
    [JsonIgnore]
    public bool Runs => Phase == ExperimentPhase.Running;
}

/// <summary>Whether an experiment runs, and how it ended.</summary>
public enum ExperimentPhase
{
    /// <summary>Its windows are set.</summary>
    Running,

    /// <summary>Its time was over.</summary>
    Finished,

    /// <summary>A person stopped it.</summary>
    Stopped,

    /// <summary>The treatment did harm.</summary>
    Harmful,

    /// <summary>The arms got unequal numbers of connections, so that they cannot be compared.</summary>
    Unequal,

    /// <summary>Losses would not have been seen, a part of its setup was removed, or the host's own windows changed.</summary>
    Disturbed,

    /// <summary>The agent stopped or died.</summary>
    Interrupted,

    /// <summary>It could not be started.</summary>
    Failed,
}
