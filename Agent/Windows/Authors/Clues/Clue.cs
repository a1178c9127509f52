namespace IwTune.Agent.Windows.Authors.Clues;

/// <summary>Something that happened close to a change and may have caused it. It is a coincidence in time, not proof.</summary>
/// <param name="Kind">How much it says.</param>
/// <param name="At">When it happened.</param>
/// <param name="Who">The likely author: <c>the scheduled task \Tune</c>. Never a command line, which may hold secrets.</param>
/// <param name="What">What happened, as a clause that a time can follow: <c>netsh.exe was started</c>.</param>
internal sealed record Clue(ClueKind Kind, DateTimeOffset At, string Who, string What)
{
    /// <summary>The process that acted; 0 when it is not known.</summary>
    public int Process { get; init; }

    /// <summary>The process that started it; 0 when it is not known.</summary>
    public int Parent { get; init; }

    /// <summary>How that author itself would set the window, as a sentence; empty when it is not known.</summary>
    public string Advice { get; init; } = "";
}

/// <summary>What a clue is, the strongest first.</summary>
internal enum ClueKind
{
    /// <summary>A script was logged that names a cmdlet which changes templates or filters.</summary>
    Script,

    /// <summary>A program was started with such a command.</summary>
    Command,

    /// <summary>Group Policy ran scripts of the computer.</summary>
    PolicyScripts,

    /// <summary>netsh was started, with a command that is not logged.</summary>
    Netsh,

    /// <summary>A scheduled task ran a shell.</summary>
    TaskWithShell,

    /// <summary>Group Policy was processed for the computer.</summary>
    Policy,

    /// <summary>PowerShell was started, with a command that is not logged or names a script.</summary>
    PowerShell,

    /// <summary>A scheduled task ran another program.</summary>
    Task,
}
