using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance.Runs.Attestations;

internal static class AttestationQueries
{
    /// <summary>The oldest first.</summary>
    public static Task<IReadOnlyList<AttestationRow>> OfRunAsync(DbSession db, string runId) =>
        db.ListAsync<AttestationRow>(
            "select author, at, statement, envelope from run_attestations where run_id = @runId order by id",
            new { runId }
        );
}
