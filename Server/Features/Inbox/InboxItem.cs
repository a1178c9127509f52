using IwTune.Shared.Fleet;

namespace IwTune.Server.Features.Inbox;

/// <summary>Something that waits for a person, with the page that deals with it.</summary>
/// <param name="Kind">What it is, in one or two words.</param>
/// <param name="Text">What waits, as a sentence.</param>
/// <param name="Href">The page.</param>
/// <param name="Icon">As in <c>Icon.razor</c>.</param>
/// <param name="Urgency">How soon it needs the person.</param>
/// <param name="At">Since when it waits, or when it is due; <see langword="null"/> when that is not known.</param>
public sealed record InboxItem(string Kind, string Text, string Href, string Icon, WaitingUrgency Urgency, DateTimeOffset? At = null);
