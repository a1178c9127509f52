using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance.Runs;

/// <summary>Deletes the files of runs whose period is over. A legal hold keeps one; the record of each run stays.</summary>
internal sealed class RunDeletion(Database database, TimeProvider clock)
{
    public async Task RunAsync(CancellationToken ct)
    {
        foreach (var run in await database.ReadAsync(db => RunQueries.ExpiredAsync(db, clock.Now()), ct))
            await database.WriteAsync(
                async write =>
                {
                    // A hold may have been set meanwhile: the statement asks for it again.
                    var deleted = await write.ExecuteAsync(
                        "update compliance_runs set state = 'Deleted' where id = @Id and state = 'Kept' and hold = ''",
                        new { run.Id }
                    );
                    if (deleted == 0)
                        return 0;
                    await RunContent.DeleteAsync(write, run.Id);
                    await AuditLog.AppendAsync(
                        write,
                        clock,
                        "server",
                        RunActions.Delete,
                        RunActions.Subject(run.Id),
                        $"The file of the compliance run was deleted after {run.KeepDays} days; its record and its SHA-256 "
                            + $"{run.Sha256} stay."
                    );
                    return deleted;
                },
                ct
            );
    }
}
