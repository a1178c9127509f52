using IwTune.Server.Hosting;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>A stored change.</summary>
internal sealed class ChangeRow
{
    public const string Columns =
        "host_id, changed_at, written_at, verdict, reason, since, policy, revision, digest, exception, controls, late";

    public string HostId { get; init; } = "";
    public long ChangedAt { get; init; }
    public long WrittenAt { get; init; }
    public Verdict Verdict { get; init; }
    public string Reason { get; init; } = "";
    public long Since { get; init; }
    public string Policy { get; init; } = "";
    public long? Revision { get; init; }
    public string Digest { get; init; } = "";
    public string Exception { get; init; } = "";
    public string Controls { get; init; } = "";
    public bool Late { get; init; }

    public ComplianceChange View() =>
        new()
        {
            Host = HostId,
            At = Clock.At(ChangedAt),
            Written = Clock.At(WrittenAt),
            Verdict = Verdict,
            Reason = Reason,
            Since = Clock.At(Since),
            Policy = Policy.Length == 0 ? null : Policy,
            Revision = (int?)Revision,
            Digest = Digest.Length == 0 ? null : Digest,
            Exception = Exception.Length == 0 ? null : Exception,
            Controls = new ControlResults(Controls).ById(),
            Late = Late,
        };
}

/// <summary>A stored span in which hosts were being judged.</summary>
internal sealed class PeriodRow
{
    public long FromAt { get; init; }
    public long UntilAt { get; init; }
}
