using IwTune.Server.Storage;

namespace IwTune.Server.Features.Agents.Releases;

internal static class ReleaseQueries
{
    public static Task<IReadOnlyList<ReleaseRow>> AllAsync(DbSession db) =>
        db.ListAsync<ReleaseRow>("select os, version, known_at from agent_releases order by os, known_at, version");

    /// <summary>The first time counts: another server may have known it earlier.</summary>
    public static Task<int> InsertAsync(DbSession write, ReleaseRow row) =>
        write.ExecuteAsync(
            "insert into agent_releases (os, version, known_at) values (@Os, @Version, @KnownAt) on conflict (os, version) do nothing",
            row
        );
}
