using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Watching;

/// <summary>A notification in words, for the log.</summary>
internal static class ChangeDescription
{
    /// <returns><see langword="null"/> for what no target depends on.</returns>
    public static string? Of(in NetlinkMessage message) => message.Type switch
    {
        MessageType.NewRoute => Route(message, "set"),
        MessageType.DelRoute => Route(message, "deleted"),
        MessageType.NewLink => $"link {LinkMessage.Read(message.Body.Span).Name} changed",
        MessageType.DelLink => $"link {LinkMessage.Read(message.Body.Span).Name} deleted",
        MessageType.NewRule or MessageType.DelRule => "routing rules changed",
        _ => null,
    };

    private static string? Route(in NetlinkMessage message, string what)
    {
        var route = RouteMessage.Read(message.Body);
        return route.Type is not (RouteNumbers.Unicast or RouteNumbers.Local) || route.Flags.HasFlag(RouteFlags.Cloned)
            ? null
            : $"route {route.Destination} {what}";
    }
}
