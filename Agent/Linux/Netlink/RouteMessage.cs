using System.Net;
using IwTune.Agent.Linux.Ownership;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>
/// A route as the kernel reported it: its own bytes (rtmsg and attributes), and a view of the few values in use. The bytes are
/// authoritative: attributes that this class does not know are kept and written unchanged.
/// </summary>
internal sealed partial class RouteMessage
{
    /// <summary>struct rtmsg.</summary>
    public const int HeaderLength = 12;

    /// <summary>Of rtm_protocol.</summary>
    public const int ProtocolOffset = 5;

    /// <summary>rtmsg and attributes, without the message header.</summary>
    public ReadOnlyMemory<byte> Raw { get; }

    public RouteKey Key { get; private init; }

    public byte Protocol => Raw.Span[ProtocolOffset];

    public byte Type => Raw.Span[7];

    public RouteFlags Flags { get; private init; }

    public Window Window { get; private init; } = Window.Unset;

    /// <summary>The interface it leaves by; 0 when there are several or none.</summary>
    public int OutInterface { get; private init; }

    /// <summary>Nexthop object it uses; 0 for none.</summary>
    public uint NexthopId { get; private init; }

    /// <summary>The next hop's address; <see langword="null"/> for a directly connected destination or several next hops.</summary>
    public IPAddress? Gateway { get; private init; }

    /// <summary>Its next hops when it has a list of them; empty otherwise.</summary>
    public IReadOnlyList<Nexthop> Nexthops { get; private init; } = [];

    /// <summary>True when packets are encapsulated (MPLS, SEG6, …).</summary>
    public bool HasEncap { get; private init; }

    /// <summary>Seconds until the kernel removes it, rounded up; 0 when it stays.</summary>
    public uint ExpiresIn { get; private init; }

    /// <summary>
    /// True when its time is over: lookups pass it by already, the kernel's next sweep removes it (fib6_gc, up to 30 s later).
    /// </summary>
    public bool HasExpired { get; private init; }

    public IPNetwork Destination => new(ToAddress(Key.Family, Key.Destination), Key.DestinationLength);

    /// <summary>The IPv6 source prefix it is limited to; /0 when it is not.</summary>
    public IPNetwork Source => new(ToAddress(Key.Family, Key.Source), Key.SourceLength);

    public override string ToString() => $"{(Key.DestinationLength == 0 ? "default" : Destination.ToString())} table {Key.Table}";

    /// <summary>True for a copy of ours.</summary>
    public bool IsCopy => Protocol == RouteProtocol.IwTuneCopy;

    /// <summary>True for a route of our own, which stands before an owner's.</summary>
    public bool IsShadow => Protocol == RouteProtocol.IwTune;

    /// <summary>The key that a shadow of this route has.</summary>
    public RouteKey ShadowKey => ShadowSharesKey ? Key : Key with { Priority = Key.Priority - 1 };

    /// <summary>True when a shadow of this route cannot have a better metric.</summary>
    public bool ShadowSharesKey => Key.Priority == 0;

    /// <summary>The key of the route that this shadow stands before, unless it shares its own.</summary>
    public RouteKey ShadowedKey => Key with { Priority = Key.Priority + 1 };

    /// <summary>Everything after the header, as the kernel reported it.</summary>
    internal Attributes Attributes => new(Raw.Span[HeaderLength..]);
}
