using System.Security.Claims;

namespace IwTune.Server.Features.Inbox;

/// <summary>One kind of things that wait for a person.</summary>
internal interface IInboxSource
{
    /// <summary>What waits for this person: nothing that another one must do.</summary>
    Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct);
}
