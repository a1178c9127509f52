using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Keys;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>Keys of the fleet that have been in use for their period, or will have been within a month.</summary>
internal sealed class KeyItems(Database database, TimeProvider clock) : IInboxSource
{
    private static readonly TimeSpan Soon = TimeSpan.FromDays(30);

    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct)
    {
        if (!who.May(Permission.ServerManage) || !who.May(Permission.AccessRead))
            return [];
        var now = clock.GetUtcNow();
        return (await database.ReadAsync(KeyViews.ListAsync, ct))
            .Where(key => key.State is KeyState.InUse or KeyState.Announced)
            .GroupBy(key => key.Kind, (kind, keys) => Item(kind, keys.Max(key => key.Made), now))
            .OfType<InboxItem>();
    }

    /// <param name="kind">The kind of the key.</param>
    /// <param name="newest">When the key in use was made, or its successor that hosts hear of now.</param>
    /// <param name="now">The time.</param>
    private static InboxItem? Item(KeyKind kind, DateTimeOffset newest, DateTimeOffset now)
    {
        var (period, text) = KeyPeriod.Of(kind);
        var due = newest + period;
        if (due - now > Soon)
            return null;
        var (name, word) = kind == KeyKind.Signing ? ("signing key", "signing") : ("CA", "authority");
        return new(
            "Key",
            $"The {name} {(due > now ? "reaches" : "has passed")} its period of {text}. Replace it on the server: "
                + $"iwtune-server keys rotate {word}",
            "/keys",
            "key",
            WaitingUrgency.Soon,
            due
        );
    }
}
