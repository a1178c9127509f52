using IwTune.Server.Features.Bundles;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;

namespace IwTune.Server.Features.Compliance;

/// <summary>A stored verdict: the verdict, why, and what was required.</summary>
internal sealed record VerdictRow
{
    public Verdict Verdict { get; init; }
    public string Reason { get; init; } = "";
    public string Policy { get; init; } = "";
    public long? Revision { get; init; }
    public string Digest { get; init; } = "";

    /// <summary>Why the host is taken out of judgement, in the words of the person who granted it; empty when it is not.</summary>
    public string Exception { get; init; } = "";

    /// <summary>The results of the controls.</summary>
    public ControlResults Controls { get; init; }

    /// <summary>Since when <see cref="Digest"/> is required, unix milliseconds.</summary>
    public long RequiredAt { get; init; }

    /// <summary>When the verdict began, unix milliseconds.</summary>
    public long ChangedAt { get; init; }

    public static VerdictRow Of(Judgement judged, Requirement required, ComplianceCase given, DateTimeOffset from) =>
        new()
        {
            Verdict = judged.Verdict,
            Reason = judged.Reason,
            Policy = required.Policy ?? "",
            Revision = required.Content.Revision,
            Digest = required.Digest,
            Exception = given.Exception is { } exception && (exception.Until is null || exception.Until > from) ? exception.Reason : "",
            Controls = BuiltInControls.Judge(given with { Now = from }),
            RequiredAt = given.RequiredSince?.ToUnixTimeMilliseconds() ?? 0,
            ChangedAt = from.ToUnixTimeMilliseconds(),
        };

    /// <summary>True when the other says the same, whenever it began.</summary>
    public bool Says(VerdictRow other) => this with { ChangedAt = other.ChangedAt, RequiredAt = other.RequiredAt } == other;
}
