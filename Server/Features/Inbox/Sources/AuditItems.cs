using System.Security.Claims;
using IwTune.Server.Features.Audit.Sinks;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>Copies of the audit log that accept nothing now.</summary>
internal sealed class AuditItems(Database database) : IInboxSource
{
    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct) =>
        who.May(Permission.ServerManage)
            ? (await database.ReadAsync(SinkQueries.ListAsync, ct))
                .Where(sink => sink.Problem.Length > 0)
                .Select(sink => new InboxItem(
                    "Audit copy",
                    $"{sink.Name}: {sink.Problem}",
                    "/audit",
                    "audit",
                    WaitingUrgency.Failed,
                    Clock.At(sink.DeliveredAt)
                ))
            : [];
}
