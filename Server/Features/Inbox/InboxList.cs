using System.Security.Claims;

namespace IwTune.Server.Features.Inbox;

/// <summary>Everything that waits for one person, the most urgent first. Read once for a request: the frame and the page show it.</summary>
internal sealed class InboxList(IEnumerable<IInboxSource> sources)
{
    private Task<IReadOnlyList<InboxItem>>? items;

    public Task<IReadOnlyList<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct) => items ??= ReadAsync(who, ct);

    private async Task<IReadOnlyList<InboxItem>> ReadAsync(ClaimsPrincipal who, CancellationToken ct)
    {
        var found = new List<InboxItem>();
        foreach (var source in sources)
            found.AddRange(await source.OfAsync(who, ct));
        return [.. found.OrderBy(item => item.Urgency).ThenBy(item => item.At ?? DateTimeOffset.MaxValue)];
    }
}
