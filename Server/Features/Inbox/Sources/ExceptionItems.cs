using System.Security.Claims;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>Exceptions that end within a week, after which their hosts count again; and those that the person can approve.</summary>
internal sealed class ExceptionItems(ExceptionViews exceptions) : IInboxSource
{
    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct)
    {
        var (mayEnd, mayApprove) = (who.May(Permission.ExceptionsWrite), who.May(Permission.RolloutsApprove));
        if (!mayEnd && !mayApprove)
            return [];
        // Every page asks: they are read once.
        var brief = await exceptions.BriefAsync((row, state) => Ends(state) || Waits(row), ct);
        return
        [
            .. brief
                .Where(one => Ends(one.State))
                .Select(one => new InboxItem(
                    "Exception",
                    $"Ends for {one.Hosts}: {one.Reason}",
                    "/compliance/exceptions",
                    "except",
                    WaitingUrgency.Soon,
                    one.Until
                )),
            .. brief
                .Where(one => Waits(one.Row))
                .Select(one => new InboxItem(
                    "Approval",
                    $"Exception of {one.Hosts}: {one.Reason}",
                    $"/compliance/exceptions/approve?id={one.Row.Id}",
                    "user",
                    WaitingUrgency.Decision,
                    Clock.At(one.Row.CreatedAt)
                )),
        ];

        bool Ends(ExceptionState state) => mayEnd && state == ExceptionState.EndsSoon;

        bool Waits(ExceptionRow row) => mayApprove && !row.IsApproved && row.Behind != who.Person();
    }
}
