using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;

namespace IwTune.Shared.Fleet.Compliance;

/// <summary>A change of a host's verdict, of its reason, of what was required, or of the result of a control.</summary>
public sealed record ComplianceChange
{
    /// <summary>The host's id.</summary>
    public required string Host { get; init; }

    /// <summary>When it became true, by rule: a host turns stale when its time is over, not when the verdict is read.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>When the server noticed and stored it.</summary>
    public required DateTimeOffset Written { get; init; }

    /// <summary>The verdict.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>Why, as a sentence.</summary>
    public required string Reason { get; init; }

    /// <summary>Since when the verdict is the same; <see cref="At"/> when the verdict itself changed.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>The policy that was required; <see langword="null"/> for none.</summary>
    public string? Policy { get; init; }

    /// <summary>Its revision.</summary>
    public int? Revision { get; init; }

    /// <summary>Digest of the content that was required.</summary>
    public string? Digest { get; init; }

    /// <summary>A correction: the host reported it only later, at <see cref="Written"/>; the server had not heard it then.</summary>
    public bool Late { get; init; }

    /// <summary>The exception that took the host out of judgement; <see langword="null"/> for none.</summary>
    public string? Exception { get; init; }

    /// <summary>The result of each control, by its id; <see langword="null"/> for an instant before results were recorded.</summary>
    public IReadOnlyDictionary<string, ControlResult>? Controls { get; init; }
}

/// <summary>The changes of one host, newest first.</summary>
/// <param name="Id">The host's id.</param>
/// <param name="Name">Its name now.</param>
/// <param name="Enrolled">When it enrolled.</param>
/// <param name="Retired">When it left; <see langword="null"/> for a member.</param>
/// <param name="Changes">At most <c>limit</c> of them.</param>
/// <param name="Next">Cursor of the older ones (<c>before</c>), unix milliseconds; <see langword="null"/> on the last page.</param>
public sealed record ComplianceHistory(
    string Id,
    string Name,
    DateTimeOffset Enrolled,
    DateTimeOffset? Retired,
    IReadOnlyList<ComplianceChange> Changes,
    long? Next
);
