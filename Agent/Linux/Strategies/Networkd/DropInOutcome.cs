namespace IwTune.Agent.Linux.Strategies.Networkd;

/// <summary>What became of a drop-in.</summary>
internal abstract record DropInOutcome
{
    private DropInOutcome() { }

    /// <summary>Written or removed, and on the disk.</summary>
    public sealed record Done : DropInOutcome;

    /// <summary>It was so already.</summary>
    public sealed record AlreadyThere : DropInOutcome;

    /// <summary>It is as it was; a reboot would not keep what was wanted.</summary>
    /// <param name="Why">As the first half of a sentence.</param>
    public sealed record NotKept(string Why) : DropInOutcome;
}
