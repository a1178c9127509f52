namespace IwTune.Shared.Model;

/// <summary>A required window, with the known facts of the host and its paths; unknown facts raise no objection.</summary>
/// <param name="To">The required window, segments.</param>
public sealed record Raise(int To)
{
    /// <summary>The window in force, segments; the facts of the paths object only to more than this.</summary>
    public int From { get; init; } = InitialWindow.LinuxDefault;

    /// <summary>Who is at the other end.</summary>
    public PathRole Role { get; init; }

    /// <summary>Payload of a full segment, bytes; <see langword="null"/> when it is not known.</summary>
    public int? Mss { get; init; }

    /// <summary>What was measured over these paths; <see langword="null"/> when nothing was.</summary>
    public PathEvidence? Evidence { get; init; }

    /// <summary>True when only a policy's text is read: what was measured is then unknown, which is not the same as nothing.</summary>
    public bool DocumentOnly { get; init; }

    /// <summary>Selective acknowledgements (net.ipv4.tcp_sack); <see langword="null"/> when it is not known.</summary>
    public bool? Sack { get; init; }

    /// <summary>True when voice shares the narrow link without queue management.</summary>
    public bool Voice { get; init; }

    /// <summary>True when a policer or burst limit is known on the path.</summary>
    public bool Policer { get; init; }

    /// <summary>The reason that the policy gives for going beyond; <see langword="null"/> without one.</summary>
    public string? Override { get; init; }

    /// <summary>
    /// Why losses in the first flight would not be seen now, as a clause: <c>losses of connections have not been observed for 12
    /// minutes</c>; <see langword="null"/> when they would be seen, or when the question does not apply.
    /// </summary>
    public string? Blind { get; init; }

    /// <summary>The payload of a full segment; 1460 bytes, Ethernet's, when it is not known.</summary>
    internal int Segment => Mss ?? Evidence?.Mss ?? 1460;

    /// <summary>RFC 3390's window in segments of this size.</summary>
    internal int Rfc3390 => (int)Math.Max(1, InitialWindow.Rfc3390(Segment) / Segment);
}
