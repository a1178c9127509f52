using System.Security.Claims;
using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>API tokens in use that expire within a week without a successor: the person's own, or all for those who manage them.</summary>
internal sealed class TokenItems(Database database, TimeProvider clock) : IInboxSource
{
    private static readonly TimeSpan Soon = TimeSpan.FromDays(7);

    /// <summary>A token that lives shorter was made to end.</summary>
    private static readonly TimeSpan LongLived = TimeSpan.FromDays(14);

    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct)
    {
        var (now, until) = (clock.Now(), clock.Now() + (long)Soon.TotalMilliseconds);
        var all = who.May(Permission.TokensManage);
        return (await database.ReadAsync(db => TokenQueries.ExpiringAsync(db, now, until), ct))
            .Where(row =>
                row.Kind == nameof(TokenKind.Api)
                && row.UsedAt is not null
                && row.Successor is null
                && row.ExpiresAt - row.CreatedAt >= LongLived.TotalMilliseconds
                && (all || TokenAccess.IsOwn(who, row))
            )
            .Select(row => new InboxItem(
                "Token",
                $"The API token {row.Name} expires; it was used last from {row.UsedFrom}.",
                Address.Of("/tokens/rotate", ("id", row.Id)),
                "gear",
                WaitingUrgency.Soon,
                Clock.At(row.ExpiresAt)
            ));
    }
}
