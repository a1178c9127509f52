using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Audit;

/// <summary>A reading that leaves the server as a file is itself an entry, made before the first line of the file: <c>hosts.export</c>, <c>standing.export</c>.</summary>
internal static class ReadOut
{
    public static Task LogAsync(Database database, TimeProvider clock, ClaimsPrincipal who, string subject, string text, CancellationToken ct) =>
        database.WriteAsync(async write =>
        {
            await AuditLog.AppendAsync(write, clock, who.Actor(), $"{subject}.export", subject, text);
            return 0;
        }, ct);
}
