using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance.Runs.Stamps;

internal static class StampQueries
{
    public static Task<StampRow?> FindAsync(DbSession db, string runId) =>
        db.FindAsync<StampRow>("select at, authority, token from run_stamps where run_id = @runId", new { runId });

    /// <summary>The first stamp counts: it is the earliest.</summary>
    public static Task<int> InsertAsync(DbSession write, string runId, StampRow row) =>
        write.ExecuteAsync(
            "insert into run_stamps (run_id, at, authority, token) values (@runId, @At, @Authority, @Token) "
                + "on conflict (run_id) do nothing",
            new
            {
                runId,
                row.At,
                row.Authority,
                row.Token,
            }
        );
}
