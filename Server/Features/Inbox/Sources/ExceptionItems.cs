using System.Security.Claims;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>Exceptions that end within a week, after which their hosts count again; and those that the person can approve.</summary>
internal sealed class ExceptionItems(ExceptionViews exceptions) : IInboxSource
{
    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct)
    {
        var items = new List<InboxItem>();
        if (who.May(Permission.ExceptionsWrite))
            foreach (var one in await exceptions.BriefAsync((_, state) => state == ExceptionState.EndsSoon, ct))
                items.Add(
                    new(
                        "Exception",
                        $"Ends for {one.Hosts}: {one.Reason}",
                        "/compliance/exceptions",
                        "except",
                        WaitingUrgency.Soon,
                        one.Until
                    )
                );
        if (who.May(Permission.RolloutsApprove))
            foreach (var one in await exceptions.BriefAsync((row, _) => !row.IsApproved && row.Behind != who.Person(), ct))
                items.Add(
                    new(
                        "Approval",
                        $"Exception of {one.Hosts}: {one.Reason}",
                        $"/compliance/exceptions/approve?id={one.Id}",
                        "user",
                        WaitingUrgency.Decision
                    )
                );
        return items;
    }
}
