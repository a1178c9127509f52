using System.Security.Claims;
using IwTune.Server.Console;
using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>Hosts that wait for approval, and identities that two machines use.</summary>
internal sealed class EnrolmentItems(EnrolmentDecisions decisions) : IInboxSource
{
    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct)
    {
        if (!who.May(Permission.HostsEnrol))
            return [];
        var (waiting, copies) = await decisions.CountAsync(ct);
        var items = new List<InboxItem>();
        if (waiting > 0)
            items.Add(
                new(
                    "Enrolment",
                    $"{Quantities.Of(waiting, "host")} {(waiting == 1 ? "waits" : "wait")} for approval.",
                    "/enrolment",
                    "key",
                    WaitingUrgency.Decision
                )
            );
        if (copies > 0)
            items.Add(
                new(
                    "Copies",
                    $"{Quantities.Of(copies, "identity", "identities")} {(copies == 1 ? "is" : "are")} used by two machines.",
                    "/enrolment",
                    "copy",
                    WaitingUrgency.Failed
                )
            );
        return items;
    }
}
