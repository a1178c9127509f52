using IwTune.Server.Features.Standing;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;

namespace IwTune.Server.Features.Compliance;

/// <summary>The store's data for the judgement of a host: its latest state, the verdict in force and its marks.</summary>
internal sealed class CaseRow
{
    public string Id { get; init; } = "";
    public long EnrolledAt { get; init; }
    public string? State { get; init; }

    /// <summary><see langword="null"/> for a host that was never judged.</summary>
    public Verdict? Verdict { get; init; }

    public string Reason { get; init; } = "";
    public string Policy { get; init; } = "";
    public long? Revision { get; init; }
    public string Digest { get; init; } = "";
    public string Exception { get; init; } = "";
    public string Controls { get; init; } = "";
    public long RequiredAt { get; init; }
    public long ChangedAt { get; init; }

    /// <summary>1 when all measured targets have the required window in effect, 0 when one has another; null when none is.</summary>
    public long? EffectiveAsRequired { get; init; }

    /// <summary>The end of the latest time for which connections were reported.</summary>
    public long? WatchedUntil { get; init; }

    /// <summary>When the latest change in the history began.</summary>
    public long LatestAt { get; init; }

    /// <summary><see langword="null"/> without marks.</summary>
    public long? Kinds { get; init; }

    public string Marks { get; init; } = "[]";
    public Verdict Health { get; init; }
    public string HealthReason { get; init; } = "";

    public VerdictRow? Before =>
        Verdict is not { } verdict
            ? null
            : new()
            {
                Verdict = verdict,
                Reason = Reason,
                Policy = Policy,
                Revision = Revision,
                Digest = Digest,
                Exception = Exception,
                Controls = new ControlResults(Controls),
                RequiredAt = RequiredAt,
                ChangedAt = ChangedAt,
            };

    public HostStanding? Standing =>
        Kinds is not { } kinds
            ? null
            : new()
            {
                HostId = Id,
                Kinds = kinds,
                Marks = Marks,
                Health = Health,
                HealthReason = HealthReason,
            };

    /// <summary>The rows of hosts; a host that is gone from the store has none.</summary>
    public static async Task<IReadOnlyDictionary<string, CaseRow>> OfAsync(DbSession db, IReadOnlyList<string> ids) =>
        (
            await db.ListAsync<CaseRow>(
                """
                select h.id, h.enrolled_at, s.state, v.verdict, v.reason, v.policy, v.revision, v.digest, v.exception, v.changed_at,
                       v.controls, v.required_at,
                       (select min(case when w.effective = w.required then 1 else 0 end) from target_windows w
                        where w.host_id = h.id and w.effective is not null and w.required is not null) as effective_as_required,
                       (select max(t.until) from traffic_latest t where t.host_id = h.id) as watched_until,
                       (select max(c.changed_at) from verdict_changes c where c.host_id = h.id) as latest_at, o.kinds, o.marks, o.health,
                           o.health_reason
                from hosts h left join host_states s on s.host_id = h.id left join verdicts v on v.host_id = h.id left
                    join host_standings o on o.host_id = h.id
                where h.id in @ids
                """,
                new { ids }
            )
        ).ToDictionary(row => row.Id, StringComparer.Ordinal);
}
