using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Webhooks.Events;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Audit;

/// <summary>A reading that leaves the server as a file is itself an entry, made before the first line of the file.</summary>
internal static class ReadOut
{
    public static Task LogAsync(
        Database database,
        TimeProvider clock,
        ClaimsPrincipal who,
        EventType action,
        string subject,
        string text,
        CancellationToken ct
    ) =>
        database.WriteAsync(
            async write =>
            {
                await AuditLog.AppendAsync(write, clock, who.Actor(), action, subject, text);
                return 0;
            },
            ct
        );
}
