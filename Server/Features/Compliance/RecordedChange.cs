using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;

namespace IwTune.Server.Features.Compliance;

/// <summary>A change of a host's history as it is written, and as corrections read it.</summary>
internal sealed record RecordedChange
{
    public const string Columns =
        "c.id, c.host_id, c.changed_at, c.verdict, c.reason, c.since, c.policy, c.revision, c.digest, c.exception, c.controls, "
        + "c.former, c.late";

    public static readonly BulkStatement Insert = BulkStatement.Insert(
        "verdict_changes",
        "id text, host_id text, changed_at bigint, verdict text, reason text, digest text, since bigint, policy text, revision bigint, "
            + "exception text, written_at bigint, former text, controls text, late boolean"
    );

    /// <summary>Empty before it is stored.</summary>
    public string Id { get; init; } = "";

    public string HostId { get; init; } = "";
    public long ChangedAt { get; init; }
    public Verdict Verdict { get; init; }
    public string Reason { get; init; } = "";
    public long Since { get; init; }
    public string Policy { get; init; } = "";
    public long? Revision { get; init; }
    public string Digest { get; init; } = "";
    public string Exception { get; init; } = "";
    public string Controls { get; init; } = "";

    /// <summary>The verdict before it; empty for the first.</summary>
    public string Former { get; init; } = "";

    /// <summary>Rests on reports that came later.</summary>
    public bool Late { get; init; }

    /// <summary>The server did not hear the host then: a late report may say more.</summary>
    public bool IsOpen => Late || Verdict == Verdict.Stale;

    /// <summary>True when both say the same, from wherever on.</summary>
    public bool Says(RecordedChange other) =>
        (Verdict, Reason, Policy, Revision, Digest, Exception, Controls, Late)
        == (other.Verdict, other.Reason, other.Policy, other.Revision, other.Digest, other.Exception, other.Controls, other.Late);

    /// <summary>The same requirement, judged by other evidence.</summary>
    public RecordedChange Judged(ComplianceCase given, long at)
    {
        var judged = ComplianceEvaluator.Evaluate(given with { Now = Clock.At(at) });
        return this with
        {
            Id = "",
            ChangedAt = at,
            Verdict = judged.Verdict,
            Reason = judged.Reason,
            Late = true,
            // Measurements, connections, approvals and agents of that time are not looked up again, and a late report does not make the
            // host a punctual one.
            Controls = BuiltInControls
                .Judge(given with { Now = Clock.At(at) })
                .Keeping(
                    new(Controls),
                    BuiltInControls.Effective,
                    BuiltInControls.Monitored,
                    BuiltInControls.OnTime,
                    BuiltInControls.Approved,
                    BuiltInControls.Current
                )
                .Short,
        };
    }

    /// <summary>A row of <see cref="Insert"/>.</summary>
    public object?[] Row(TimeProvider clock) =>
        [
            clock.NewId(),
            HostId,
            ChangedAt,
            Verdict.ToString(),
            Reason,
            Digest,
            Since,
            Policy,
            Revision,
            Exception,
            clock.Now(),
            Former,
            Controls,
            Late,
        ];
}
