namespace IwTune.Server.Features.CheckIns;

/// <summary>One check-in, as far as it distinguishes machines.</summary>
/// <param name="Run">The agent's run; for an agent that sends none its boot.</param>
/// <param name="Boot">Boot id.</param>
/// <param name="Counter">Its number.</param>
/// <param name="Nonce">Random of this check-in; <see langword="null"/> from an agent that sends none.</param>
/// <param name="Address">Where it came from.</param>
/// <param name="At">When, unix milliseconds; shown, never compared.</param>
public sealed record Sighting(string Run, string Boot, long Counter, string? Nonce, string Address, long At);

/// <summary>A run of an agent that was seen.</summary>
public sealed class AgentRun(Sighting first, long bootOrdinal, bool cameBack)
{
    public string Id => first.Run;

    public string Boot => first.Boot;

    public string Address => first.Address;

    /// <summary>When it was first seen, unix milliseconds.</summary>
    public long FirstSeen => first.At;

    /// <summary>Place of the first check-in of its boot among all.</summary>
    public long BootOrdinal => bootOrdinal;

    /// <summary>True when its first number was none above what was seen before.</summary>
    public bool CameBack => cameBack;

    /// <summary>How often it was seen.</summary>
    public int Seen { get; set; }

    public long Counter { get; set; } = first.Counter;

    public string? Nonce { get; set; } = first.Nonce;

    /// <summary>Check-ins after a newer run had begun.</summary>
    public int Returns { get; set; }

    /// <summary>Place of its latest check-in among all.</summary>
    public long Latest { get; set; }
}

/// <summary>What a check-in shows about the machine behind it.</summary>
public abstract record LineageFinding
{
    private LineageFinding() { }

    /// <summary>It is the machine it always was.</summary>
    public static LineageFinding Nothing { get; } = new None();

    /// <summary>Nothing found.</summary>
    public sealed record None : LineageFinding;

    /// <summary>
    /// One machine went back in time. Nothing is taken from it; its secret is replaced once it has proven to be the only one.
    /// </summary>
    public sealed record WentBack(string Reason) : LineageFinding;

    /// <summary>A machine that went back has been the only one since.</summary>
    public sealed record Alone : LineageFinding;

    /// <summary>Two copies of one running agent. They cannot be distinguished before one of them uses another run id.</summary>
    public sealed record Twice(string Reason) : LineageFinding;

    /// <summary>Two machines; the younger is the one that appeared second.</summary>
    public sealed record Two(AgentRun Older, AgentRun Younger, string Reason) : LineageFinding;
}
