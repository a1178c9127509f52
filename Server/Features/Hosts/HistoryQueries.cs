using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts;

/// <summary>What happened to a host, as it or the server saw it.</summary>
internal static class HistoryQueries
{
    /// <summary>Entries, many at a time.</summary>
    public static readonly BulkStatement Entries = BulkStatement.Insert(
        "host_history",
        "id text, host_id text, report_number bigint, at bigint, kind text, digest text, text text"
    );

    /// <summary>The same entry of the server for many hosts.</summary>
    public static Task AddAsync(
        DbSession write,
        TimeProvider clock,
        IReadOnlyList<string> hostIds,
        HistoryKind kind,
        string text,
        string digest
    ) =>
        write.ManyAsync(
            Entries,
            [.. hostIds.Select(host => (object?[])[clock.NewId(), host, null, clock.Now(), kind.ToString(), digest, text])]
        );

    public static Task AddAsync(DbSession write, TimeProvider clock, string hostId, HistoryKind kind, string text, string digest = "") =>
        write.ExecuteAsync(
            "insert into host_history (id, host_id, at, kind, digest, text) values (@id, @hostId, @at, @kind, @digest, @text)",
            new
            {
                id = clock.NewId(),
                hostId,
                at = clock.Now(),
                kind = kind.ToString(),
                digest,
                text,
            }
        );
}
