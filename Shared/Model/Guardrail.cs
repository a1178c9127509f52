namespace IwTune.Shared.Model;

/// <summary>One reason not to make an initial window larger. Validator, server and agent judge by this one table.</summary>
/// <param name="Name">As reports, audit and documents call it: <c>internet-ceiling</c>.</param>
/// <param name="Rule">What it demands, as a sentence.</param>
/// <param name="Source">Who says so.</param>
/// <param name="Lifted">True when a policy's own <c>override</c> with its reason lifts it.</param>
public sealed record Guardrail(string Name, string Rule, string Source, bool Lifted = true)
{
    /// <summary>Towards the Internet, segments (RFC 6928 §2; §10 knows of no evidence for more).</summary>
    public const int InternetMost = 10;

    /// <summary>On the operator's own paths, segments.</summary>
    public const int OwnMost = 32;

    /// <summary>
    /// What a receiver with default settings lets in at first: 64,240 bytes (net/ipv4/tcp_output.c, tcp_select_initial_window), segments.
    /// </summary>
    public const int ReceiverMost = 44;

    /// <summary>Above this nothing is set without a written reason, segments.</summary>
    public const int WithoutOverrideMost = 64;

    /// <summary>Segments of data above this size are capped in bytes by RFC 6928 §2.</summary>
    public const int LargeSegment = 2190;

    /// <summary>Shares from 0 to 1.</summary>
    public const double MostFirstFlightLoss = 0.05,
        MostSentAgain = 0.04,
        MostHeldBySendBuffer = 0.1,
        FirstFlightLossForMore = 0.01;

    /// <summary>Below this a round trip saved is not worth a burst.</summary>
    public static readonly TimeSpan LeastRtt = TimeSpan.FromMilliseconds(5);

    /// <summary>The queue that the first flights of one peer may make at the narrow link.</summary>
    public static readonly TimeSpan MostQueue = TimeSpan.FromMilliseconds(200);

    /// <summary>More than RFC 3390's window only while connections are observed.</summary>
    public static readonly Guardrail Monitoring = new(
        "monitoring",
        "Nothing above RFC 3390's window is set while losses in the first flight are not observed.",
        "RFC 6928 §12",
        Lifted: false
    );

    /// <summary>Ten segments towards the Internet.</summary>
    public static readonly Guardrail InternetCeiling = new(
        "internet-ceiling",
        "Towards the Internet 10 segments are the maximum, unless measurements there support more.",
        "RFC 6928 §2, §10"
    );

    /// <summary>32 segments on the operator's own paths.</summary>
    public static readonly Guardrail OwnCeiling = new(
        "own-ceiling",
        "On private paths 32 segments are the maximum, unless measurements there support more.",
        "docs/guardrails.md"
    );

    /// <summary>44 segments towards receivers as they come.</summary>
    public static readonly Guardrail ReceiverCeiling = new(
        "receiver-ceiling",
        "A receiver with default settings accepts 44 segments; a larger window has no effect.",
        "net/ipv4/tcp_output.c, tcp_select_initial_window"
    );

    /// <summary>64 segments without a reason.</summary>
    public static readonly Guardrail NeedsOverride = new(
        "override",
        "More than 64 segments need an `override` with its reason in the policy, which is signed and audited with it.",
        "docs/guardrails.md"
    );

    /// <summary>The standard's cap in bytes.</summary>
    public static readonly Guardrail Bytes = new(
        "bytes",
        "With segments above 2190 bytes the standard's window is 14,600 bytes or two segments.",
        "RFC 6928 §2"
    );

    /// <summary>A queue of 200 ms.</summary>
    public static readonly Guardrail Queue = new(
        "queue",
        "The first flights of one peer must not queue for more than 200 ms at the narrow link.",
        "RFC 6928 §7"
    );

    /// <summary>Round trips of 5 ms.</summary>
    public static readonly Guardrail ShortPath = new(
        "short-path",
        "Below 5 ms of round-trip time a larger window saves no noticeable time.",
        "docs/guardrails.md"
    );

    /// <summary>Responses of three segments.</summary>
    public static readonly Guardrail SmallResponses = new(
        "small-responses",
        "Where nine of ten responses fit three segments, a larger window has no effect.",
        "docs/guardrails.md"
    );

    /// <summary>Loss in the first flight.</summary>
    public static readonly Guardrail FirstFlightLoss = new(
        "first-flight-loss",
        "Where 5 % of connections have losses in their first flight, the window must be lowered, not raised.",
        "RFC 9040, Appendix C"
    );

    /// <summary>Loss in general.</summary>
    public static readonly Guardrail SentAgain = new(
        "retransmissions",
        "Where 4 % of segments are retransmitted, a larger window causes more losses.",
        "RFC 6928 §10: rates above 3.5 % rose most"
    );

    /// <summary>A path that is full already.</summary>
    public static readonly Guardrail FullPath = new(
        "full-path",
        "A window above what the path holds (rate × round-trip time) only fills queues.",
        "docs/recommendation.md"
    );

    /// <summary>No selective acknowledgements.</summary>
    public static readonly Guardrail NoSack = new(
        "sack",
        "Without selective acknowledgements, each of several losses in a flight costs a round trip.",
        "RFC 2018, RFC 6928 §12"
    );

    /// <summary>A send buffer that is too small.</summary>
    public static readonly Guardrail SendBuffer = new(
        "send-buffer",
        "Where the application's send buffer limits connections, a larger window is not used.",
        "tcp(7), SO_SNDBUF"
    );

    /// <summary>Voice on the same narrow link.</summary>
    public static readonly Guardrail Voice = new(
        "voice",
        "Where voice shares the narrow link without queue management, bursts are audible in calls.",
        "RFC 6928 §7, RFC 7567"
    );

    /// <summary>A policer.</summary>
    public static readonly Guardrail Policer = new(
        "policer",
        "A policer or a burst limit on the path drops the segments that exceed its bucket.",
        "docs/guardrails.md"
    );

    /// <summary>Every guardrail, in the order of reports.</summary>
    public static IReadOnlyList<Guardrail> All { get; } =
    [
        Monitoring,
        NeedsOverride,
        ReceiverCeiling,
        InternetCeiling,
        OwnCeiling,
        Bytes,
        FirstFlightLoss,
        SentAgain,
        Queue,
        FullPath,
        ShortPath,
        SmallResponses,
        NoSack,
        SendBuffer,
        Voice,
        Policer,
    ];
}
