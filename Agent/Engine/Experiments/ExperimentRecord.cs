using System.Text.Json.Serialization;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>What is remembered of an experiment: written before anything is changed, and again when it ends.</summary>
/// <param name="Plan">As it was started.</param>
/// <param name="Phase">Whether it runs, and how it ended.</param>
/// <param name="Transaction">Its number in the journal.</param>
public sealed record ExperimentRecord(ExperimentPlan Plan, ExperimentPhase Phase, long Transaction)
{
    /// <summary>When it ended.</summary>
    public DateTimeOffset? Ended { get; init; }

    /// <summary>Why it ended, as a sentence; empty while it runs.</summary>
    public string Why { get; init; } = "";

    /// <summary>Ends of connections were lost, or more samples came than are kept: what there is, is a sample.</summary>
    public bool Partial { get; init; }

    /// <summary>True when its windows stand.</summary>
    [JsonIgnore]
    public bool Runs => Phase == ExperimentPhase.Running;
}

/// <summary>Whether an experiment runs, and how it ended.</summary>
public enum ExperimentPhase
{
    /// <summary>Its windows stand.</summary>
    Running,

    /// <summary>Its time was over.</summary>
    Finished,

    /// <summary>Somebody stopped it.</summary>
    Stopped,

    /// <summary>The treatment did harm.</summary>
    Harmful,

    /// <summary>The arms got unequal numbers of connections, so that they cannot be compared.</summary>
    Unequal,

    /// <summary>Loss would not have been seen, or something of it was taken away, or the host's own windows changed.</summary>
    Disturbed,

    /// <summary>The agent stopped or died.</summary>
    Interrupted,

    /// <summary>It could not be started.</summary>
    Failed,
}
