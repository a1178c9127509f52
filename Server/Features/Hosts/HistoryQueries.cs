using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts;

/// <summary>What happened to a host, as it or the server saw it.</summary>
internal static class HistoryQueries
{
    /// <summary>Entries, many at a time.</summary>
    public static readonly Many Entries = Many.Insert("host_history", "id text, host_id text, report_number bigint, at bigint, kind text, digest text, text text");

    /// <summary>The same entry for many hosts.</summary>
    public static Task AddAsync(DbSession write, TimeProvider clock, IReadOnlyList<string> hostIds, string kind, string text, string digest) =>
        write.ManyAsync(Entries, [.. hostIds.Select(host => (object?[])[clock.NewId(), host, null, clock.Now(), kind, digest, text])]);

    /// <summary>An entry the server makes.</summary>
    public static Task AddAsync(DbSession write, TimeProvider clock, string hostId, string kind, string text, string digest = "") =>
        AddAsync(write, clock, hostId, reportNumber: null, clock.Now(), kind, digest, text);

    /// <summary>An entry the host reported.</summary>
    public static Task AddAsync(
        DbSession write, TimeProvider clock, string hostId, long? reportNumber, long at, string kind, string digest, string text) =>
        write.ExecuteAsync(
            "insert into host_history (id, host_id, report_number, at, kind, digest, text) values (@id, @hostId, @reportNumber, @at, @kind, @digest, @text)",
            new { id = clock.NewId(), hostId, reportNumber, at, kind, digest, text });
}
