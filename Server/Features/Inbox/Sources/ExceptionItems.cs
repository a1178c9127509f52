using System.Security.Claims;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>Exceptions that end within a week: their hosts then count again.</summary>
internal sealed class ExceptionItems(ExceptionViews exceptions) : IInboxSource
{
    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct) =>
        who.May(Permission.ExceptionsWrite)
            ? (await exceptions.BriefAsync((_, state) => state == ExceptionState.EndsSoon, ct)).Select(one => new InboxItem(
                "Exception",
                $"Ends for {one.Hosts}: {one.Reason}",
                "/compliance/exceptions",
                "except",
                WaitingUrgency.Soon,
                one.Until
            ))
            : [];
}
