using IwTune.Server.Storage;
using IwTune.Shared.Compliance;

namespace IwTune.Server.Features.Hosts;

/// <summary>A host with its latest state, measurement and verdict, as the store has them.</summary>
internal sealed class HostRow
{
    public string Id { get; init; } = "";
    public string Name { get; init; } = "";
    public string Os { get; init; } = "";
    public string OsName { get; init; } = "";
    public string Kernel { get; init; } = "";
    public string AgentVersion { get; init; } = "";
    public long EnrolledAt { get; init; }
    public long? RetiredAt { get; init; }
    public string RekeyReason { get; init; } = "";
    public long? ConfiguredCwnd { get; init; }
    public long? HeldRevision { get; init; }
    public long? EffectiveSegments { get; init; }
    public string? Binding { get; init; }
    public long? Mss { get; init; }
    public long? RttMicroseconds { get; init; }
    public Verdict? Verdict { get; init; }
    public string? Reason { get; init; }
    public long? ChangedAt { get; init; }

    /// <summary>As stored last; of a member, memory has a later one.</summary>
    public long? SeenAt { get; init; }
}

internal static class HostQueries
{
    private const string Columns = """
        select h.id, h.name, h.os, h.os_name, h.kernel, h.agent_version, h.enrolled_at, h.retired_at, h.rekey_reason,
               s.configured_cwnd, s.revision as held_revision,
               m.effective_segments, m.binding, m.mss, m.rtt_microseconds, v.verdict, v.reason, v.changed_at, p.seen_at
        from hosts h
        left join host_states s on s.host_id = h.id
        left join host_measurements m on m.host_id = h.id
        left join verdicts v on v.host_id = h.id
        left join presence p on p.host_id = h.id
        """;

    public static Task<HostRow?> FindAsync(DbSession db, string id) => db.FindAsync<HostRow>(Columns + " where h.id = @id", new { id });

    /// <summary>Rows of these hosts, in any order.</summary>
    public static Task<IReadOnlyList<HostRow>> ListAsync(DbSession db, IReadOnlyList<string> ids) =>
        db.ListAsync<HostRow>(Columns + " where h.id in @ids", new { ids });

    /// <summary>Ids of the hosts that have a name; members first.</summary>
    public static Task<IReadOnlyList<string>> IdsByNameAsync(DbSession db, string name) =>
        db.ListAsync<string>(
            "select id from hosts where name = @name order by case when retired_at is null then 0 else 1 end, id desc",
            new { name }
        );
}
