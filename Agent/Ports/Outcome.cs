using IwTune.Shared.Wire;

namespace IwTune.Agent.Ports;

/// <summary>The outcome of a step.</summary>
public abstract record Outcome
{
    private Outcome() { }

    /// <summary>Written and read back.</summary>
    /// <param name="Note">What a person should know despite the success, as a sentence: that a reboot would lose it; mostly empty.</param>
    public sealed record Applied(string Note = "") : Outcome;

    /// <summary>The target had the window already; nothing was written.</summary>
    public sealed record AlreadyThere : Outcome;

    /// <summary>Not taken, on purpose.</summary>
    /// <param name="Reason">Why, and what would help, as a sentence.</param>
    public sealed record Refused(string Reason) : Outcome;

    /// <summary>Attempted without success. The target is unchanged.</summary>
    /// <param name="Error">What was attempted and what the system answered.</param>
    public sealed record Failed(string Error) : Outcome;

    /// <summary>The kind for reports.</summary>
    public TargetOutcome Kind =>
        this switch
        {
            Applied => TargetOutcome.Applied,
            AlreadyThere => TargetOutcome.AlreadyThere,
            Refused => TargetOutcome.Refused,
            _ => TargetOutcome.Failed,
        };

    /// <summary>The reason, error or note; empty when there is nothing to say.</summary>
    public string Detail =>
        this switch
        {
            Applied applied => applied.Note,
            Refused refused => refused.Reason,
            Failed failed => failed.Error,
            _ => "",
        };
}
