namespace IwTune.Agent.Linux.Strategies.Networkd;

/// <summary>The outcome of a change of a drop-in.</summary>
internal abstract record DropInOutcome
{
    private DropInOutcome() { }

    /// <summary>Written or removed, and on the disk.</summary>
    public sealed record Done : DropInOutcome;

    /// <summary>It was like this already.</summary>
    public sealed record AlreadyThere : DropInOutcome;

    /// <summary>It is unchanged; a reboot would not keep the required window.</summary>
    /// <param name="Why">As the first half of a sentence.</param>
    public sealed record NotKept(string Why) : DropInOutcome;
}
