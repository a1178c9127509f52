using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Standing;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Local;

/// <summary>One line from the command line to the daemon.</summary>
/// <param name="Verb">What is asked.</param>
/// <param name="Content">What to plan or apply; <see langword="null"/> for every other verb.</param>
/// <param name="All">Rollback only: everything the agent ever changed, not the last apply alone.</param>
/// <param name="Force">Unenrol only: leave even when the server cannot be notified.</param>
public sealed record LocalRequest(LocalVerb Verb, BundleContent? Content = null, bool All = false, bool Force = false)
{
    /// <summary>RollbackChange only: the id of the change, as in the history.</summary>
    public long Change { get; init; }

    /// <summary>RollbackChange only: every later change too.</summary>
    public bool AndLater { get; init; }

    /// <summary>Hold only: by whom, until when and why.</summary>
    public HoldState? Hold { get; init; }

    /// <summary>Override only: what to set or clear.</summary>
    public OverrideRequest? Override { get; init; }

    /// <summary>Starting an experiment only: the requested experiment.</summary>
    public ExperimentRequest? Experiment { get; init; }

    /// <summary>Stopping an experiment only: who asks.</summary>
    public string By { get; init; } = "";

    /// <summary>True when the verb may change the host, which only root and the daemon's own user may.</summary>
    public bool Changes =>
        Verb
            is LocalVerb.Apply
                or LocalVerb.Confirm
                or LocalVerb.Rollback
                or LocalVerb.RollbackChange
                or LocalVerb.Unenrol
                or LocalVerb.Hold
                or LocalVerb.Release
                or LocalVerb.Override
                or LocalVerb.ExperimentStart
                or LocalVerb.ExperimentStop;
}
