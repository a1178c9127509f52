using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.CheckIns;

/// <summary>Two machines share an identity: its secret is void from now on, and both must enrol again.</summary>
internal static class CloneFound
{
    public static async Task RecordAsync(Database database, TimeProvider clock, FleetHost host, string reason)
    {
        await database.WriteAsync(async write =>
        {
            // Both machines can break continuity at once; the first is told.
            if (host.RekeyReason.Length > 0)
                return 0;
            await write.ExecuteAsync("update hosts set rekey_reason = @reason where id = @Id", new { reason, host.Id });
            await HistoryQueries.AddAsync(write, clock, host.Id, "CloneSuspected", reason);
            await AuditLog.AppendAsync(write, clock, $"host:{host.Id}", "host.clone", $"host:{host.Id}",
                $"Host {host.Identity.Name} must enrol again. {reason}");
            write.AfterCommit(() => host.RekeyReason = reason);
            return 0;
        });
    }
}
