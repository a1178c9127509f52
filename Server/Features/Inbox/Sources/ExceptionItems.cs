using System.Security.Claims;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>Exceptions that end within a week: their hosts then count again.</summary>
internal sealed class ExceptionItems(ExceptionViews exceptions, Database database, TimeProvider clock) : IInboxSource
{
    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct)
    {
        if (!who.May(Permission.ExceptionsWrite))
            return [];
        var (items, now) = (new List<InboxItem>(), clock.GetUtcNow());
        foreach (
            var row in (await database.ReadAsync(ExceptionQueries.OpenAsync, ct)).Where(row => row.StateAt(now) == ExceptionState.EndsSoon)
        )
        {
            if (await exceptions.FindAsync(row.Id, ct) is { } one)
                items.Add(
                    new(
                        "Exception",
                        $"Ends for {one.Host ?? one.Selector}: {one.Reason}",
                        "/compliance/exceptions",
                        "except",
                        InboxUrgency.Soon,
                        one.Until
                    )
                );
        }
        return items;
    }
}
