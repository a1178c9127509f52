namespace IwTune.Agent.Engine.History;

/// <summary>The outcome of a rollback of the last change, of one change, or of everything.</summary>
/// <param name="Turn">What was restored; <see langword="null"/> when nothing was attempted.</param>
/// <param name="Text">For people: what was restored, or why not and what to do instead.</param>
public sealed record ChangeRollback(Reconciliation? Turn, string Text)
{
    /// <summary>For people, when <see cref="StillHeld"/>.</summary>
    public const string LaterStays = "The later policy stays in force.";

    /// <summary>True when it must not be undone now; false also when there is nothing to undo.</summary>
    public bool Refused { get; init; }

    /// <summary>True when a later policy stays in force.</summary>
    public bool StillHeld { get; init; }

    /// <summary>What a person can do next, as a sentence; empty when there is nothing to do.</summary>
    public string Next { get; init; } = "";

    /// <summary>Why a restart would undo the rollback, as sentences; empty when it would not.</summary>
    public string NotStored { get; init; } = "";

    /// <summary>The exit code of the command: 0 when it is undone or there is nothing to undo, 1 otherwise.</summary>
    internal int Exit => Refused || NotStored.Length > 0 || Turn is { Succeeded: false } ? ExitCode.Error : ExitCode.Fine;

    internal static ChangeRollback Refuse(long id, string why) => new(null, $"Change {id} was not rolled back: {why}") { Refused = true };
}
