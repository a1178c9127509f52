namespace IwTune.Shared.Wire;

/// <summary>One numbered line of a host's outbox. Exactly one of the four bodies is present.</summary>
public sealed record ReportLine
{
    /// <summary>Numbered per enrolment from 1 without gaps; (host, number) is what makes ingest idempotent.</summary>
    public required long Number { get; init; }

    /// <summary>When the agent wrote it, by the host's clock.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>State lane: latest wins.</summary>
    public HostState? State { get; init; }

    /// <summary>Evidence lane: nothing is lost.</summary>
    public Evidence? Evidence { get; init; }

    /// <summary>Evidence lane: something happened to a bundle or to the host's windows.</summary>
    public HostEvent? Event { get; init; }

    /// <summary>The host's facts, when they changed.</summary>
    public HostFacts? Facts { get; init; }
}

/// <summary>Something that happened on a host.</summary>
/// <param name="Kind">What.</param>
/// <param name="Digest">Digest of the bundle concerned; empty when none is.</param>
/// <param name="Text">What and why, as a sentence for people.</param>
public sealed record HostEvent(HostEventKind Kind, string Digest, string Text)
{
    /// <summary>
    /// The process that changed the target, in the words of the host: <c>NetworkManager</c>; <see langword="null"/> when there is none, or
    /// it is not known.
    /// </summary>
    public string? Writer { get; init; }

    /// <summary>
    /// The target concerned, as in <see cref="TargetState.Id"/>; <see langword="null"/> when the event concerns none, or more than one.
    /// </summary>
    public string? Target { get; init; }
}

/// <summary>The events of a host's history.</summary>
public enum HostEventKind
{
    /// <summary>A bundle was accepted.</summary>
    Received,

    /// <summary>A bundle was refused: signature, sequence or expiry; the text says which. The last good one stays.</summary>
    Rejected,

    /// <summary>A bundle's steps were taken and read back.</summary>
    Applied,

    /// <summary>A step failed or read-back differed.</summary>
    ApplyFailed,

    /// <summary>An applied bundle was confirmed.</summary>
    Confirmed,

    /// <summary>Before-images were restored.</summary>
    PutBack,

    /// <summary>A target was found changed by another writer.</summary>
    Drifted,

    /// <summary>A drifted target was set again.</summary>
    Repaired,

    /// <summary>A person at the host set a hold: the agent changes nothing.</summary>
    Held,

    /// <summary>A hold is over, or a target is repaired again.</summary>
    Released,

    /// <summary>A person at the host gave a target a window of its own, or withdrew it.</summary>
    Overridden,

    /// <summary>The host decided a window itself, within the bounds of its policy; the text says from what.</summary>
    Decided,

    /// <summary>The owner of a target undid every repair; it is left alone.</summary>
    OwnerFights,

    /// <summary>An experiment was started on the host, or ended.</summary>
    Experiment,

    /// <summary>Report lines are missing: the outbox was full, or the server would not take a line. The text says how many.</summary>
    ReportsLost,
}

/// <summary>Reply to a batch of report lines.</summary>
/// <param name="Durable">The highest number up to which every line is stored. Only now may the agent delete them.</param>
/// <param name="TellEverySeconds">
/// How often the host should report its connections, 10 to 300 seconds: more often while they judge a rollout; <see langword="null"/> for
/// as often as it likes.
/// </param>
public sealed record ReportsReply(long Durable, int? TellEverySeconds = null);
