using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Watching;

/// <summary>
/// Notifications in words, for the log, without those that report nothing new: a lifetime that was extended, a counter of a link.
/// </summary>
internal sealed class ChangeDescription
{
    private readonly Dictionary<int, LinkMessage> _links = [];
    private readonly HashSet<AddressMessage> _addresses = [];

    /// <returns><see langword="null"/> for what no target depends on.</returns>
    /// <exception cref="NetlinkFormatException">The bytes do not match their type.</exception>
    public string? Of(in NetlinkMessage message) =>
        message.Type switch
        {
            MessageType.NewLink => Link(LinkMessage.Read(message.Body.Span)),
            MessageType.DelLink => LinkGone(LinkMessage.Read(message.Body.Span)),
            MessageType.NewAddress => Address(AddressMessage.Read(message.Body.Span)),
            MessageType.DelAddress => AddressGone(AddressMessage.Read(message.Body.Span)),
            MessageType.NewRule or MessageType.DelRule => "routing rules changed",
            MessageType.NewNexthop or MessageType.DelNexthop => "nexthop objects changed",
            _ => null,
        };

    /// <returns><see langword="null"/> for a row that is no target.</returns>
    public static string? OfRoute(MessageType type, RouteMessage route) =>
        route.Type is not (RouteNumbers.Unicast or RouteNumbers.Local) || route.Flags.HasFlag(RouteFlags.Cloned)
            ? null
            : $"route {route.Destination} {(type == MessageType.NewRoute ? "set" : "deleted")}";

    private string? Link(LinkMessage link)
    {
        if (_links.TryGetValue(link.Index, out var known) && known == link)
            return null;
        _links[link.Index] = link;
        return $"link {link.Name} changed";
    }

    private string LinkGone(LinkMessage link)
    {
        _links.Remove(link.Index);
        return $"link {link.Name} deleted";
    }

    private string? Address(AddressMessage address) => _addresses.Add(address) ? $"address {address.Address} added" : null;

    private string AddressGone(AddressMessage address)
    {
        _addresses.Remove(address);
        return $"address {address.Address} deleted";
    }
}
