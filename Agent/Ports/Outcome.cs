using IwTune.Shared.Wire;

namespace IwTune.Agent.Ports;

/// <summary>What became of a step.</summary>
public abstract record Outcome
{
    private Outcome() { }

    /// <summary>Written and read back.</summary>
    /// <param name="Note">What a person should know of it all the same, as a sentence: that a reboot would lose it; mostly empty.</param>
    public sealed record Applied(string Note = "") : Outcome;

    /// <summary>It was so already; nothing was written.</summary>
    public sealed record AlreadyThere : Outcome;

    /// <summary>Not taken, on purpose.</summary>
    /// <param name="Reason">Why, and what would help, as a sentence.</param>
    public sealed record Refused(string Reason) : Outcome;

    /// <summary>Tried, and did not work. The target is as it was.</summary>
    /// <param name="Error">What was tried and what the system answered.</param>
    public sealed record Failed(string Error) : Outcome;

    /// <summary>As reports have it.</summary>
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
