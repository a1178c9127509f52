using System.Buffers.Binary;
using System.Net;
using System.Runtime.InteropServices;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Netlink;

internal sealed partial class RouteMessage
{
    /// <summary>rta_cacheinfo.rta_expires, in 1/100 s (clock_t), at this offset.</summary>
    private const int ExpiresOffset = 8;

    private const int ClockTicksPerSecond = 100;

    private RouteMessage(ReadOnlyMemory<byte> raw) => Raw = raw;

    /// <summary>Reads rtmsg and attributes.</summary>
    /// <exception cref="NetlinkFormatException">The bytes are not a route.</exception>
    public static RouteMessage Read(ReadOnlyMemory<byte> raw)
    {
        var bytes = raw.Span;
        if (bytes.Length < HeaderLength)
            throw new NetlinkFormatException($"a route of {bytes.Length} bytes is too short");
        var found = default(Found);
        foreach (var attribute in new Attributes(bytes[HeaderLength..]))
            found.Take(attribute, bytes[0]);
        return new RouteMessage(raw)
        {
            Key = new RouteKey(
                bytes[0],
                found.Table ?? bytes[4],
                found.Destination,
                Length(bytes[0], bytes[1], found.Destination),
                found.Source,
                Length(bytes[0], bytes[2], found.Source),
                bytes[3],
                found.Priority
            ),
            Flags = (RouteFlags)MemoryMarshal.Read<uint>(bytes[8..]),
            Window = found.Window ?? Window.Unset,
            OutInterface = found.OutInterface,
            NexthopId = found.NexthopId,
            Gateway = found.Gateway,
            Nexthops = found.Nexthops ?? [],
            HasEncap = found.HasEncap,
            ExpiresIn = found.ExpiresIn,
            HasExpired = found.HasExpired,
        };
    }

    /// <summary>What the attributes say, gathered in one walk.</summary>
    private struct Found
    {
        public uint? Table;
        public UInt128 Destination;
        public UInt128 Source;
        public uint Priority;
        public int OutInterface;
        public uint NexthopId;
        public IPAddress? Gateway;
        public IReadOnlyList<Nexthop>? Nexthops;
        public bool HasEncap;
        public uint ExpiresIn;
        public bool HasExpired;
        public Window? Window;

        public void Take(in Attributes.Attribute attribute, byte family)
        {
            switch (attribute.Route)
            {
                case RouteAttribute.Table:
                    Table = attribute.UInt32;
                    break;
                case RouteAttribute.Destination:
                    Destination = ToNumber(family, attribute.Payload);
                    break;
                case RouteAttribute.Source:
                    Source = ToNumber(family, attribute.Payload);
                    break;
                case RouteAttribute.Priority:
                    Priority = attribute.UInt32;
                    break;
                case RouteAttribute.OutInterface:
                    OutInterface = (int)attribute.UInt32;
                    break;
                case RouteAttribute.NexthopId:
                    NexthopId = attribute.UInt32;
                    break;
                case RouteAttribute.Gateway or RouteAttribute.Via:
                    Gateway = ReadGateway(attribute);
                    break;
                case RouteAttribute.Multipath:
                    Nexthops = Nexthop.ReadAll(attribute.Payload);
                    break;
                case RouteAttribute.Encap or RouteAttribute.EncapType:
                    HasEncap = true;
                    break;
                case RouteAttribute.Metrics:
                    Window = RouteMetrics.Read(attribute.Payload);
                    break;
                case RouteAttribute.CacheInfo:
                    (ExpiresIn, HasExpired) = ReadExpiry(attribute.Payload);
                    break;
                default:
                    break;
            }
        }
    }

    /// <summary>RTA_VIA is a gateway of the other family, its address family in two bytes before it (RFC 5549 routes).</summary>
    /// <returns><see langword="null"/> when the attribute is no gateway.</returns>
    internal static IPAddress? ReadGateway(in Attributes.Attribute attribute) =>
        attribute.Route switch
        {
            RouteAttribute.Gateway => ToAddress(attribute.Payload),
            RouteAttribute.Via when attribute.Payload.Length > 2 => ToAddress(attribute.Payload[2..]),
            _ => null,
        };

    private static (uint Seconds, bool Over) ReadExpiry(ReadOnlySpan<byte> cacheInfo)
    {
        if (cacheInfo.Length < ExpiresOffset + sizeof(int))
            throw new NetlinkFormatException($"cache information of {cacheInfo.Length} bytes is too short");
        var ticks = MemoryMarshal.Read<int>(cacheInfo[ExpiresOffset..]);
        // Zero would mean "forever" when it is written: a route that is about to expire keeps its last second.
        return ticks == 0 ? (0, false) : ((uint)Math.Max(1, (ticks + (ClockTicksPerSecond - 1L)) / ClockTicksPerSecond), ticks < 0);
    }

    private static byte Length(byte family, byte length, UInt128 prefix)
    {
        var hostBits = Bits(family) - length;
        if (hostBits < 0)
            throw new NetlinkFormatException($"a prefix length of {length} is too long for address family {family}");
        // A shift by 128 is a shift by none.
        var isPrefix = hostBits == 128 ? prefix == 0 : (prefix & ((UInt128.One << hostBits) - 1)) == 0;
        return isPrefix ? length : throw new NetlinkFormatException($"an address has bits beyond its prefix length {length}");
    }

    private static int Bits(byte family) =>
        family switch
        {
            RouteNumbers.Inet => 32,
            RouteNumbers.Inet6 => 128,
            _ => throw new NetlinkFormatException($"address family {family} is not IPv4 or IPv6"),
        };

    private static UInt128 ToNumber(byte family, ReadOnlySpan<byte> address)
    {
        if (address.Length != Bits(family) / 8)
            throw new NetlinkFormatException($"an address of {address.Length} bytes has the wrong length for address family {family}");
        return family == RouteNumbers.Inet ? BinaryPrimitives.ReadUInt32BigEndian(address) : BinaryPrimitives.ReadUInt128BigEndian(address);
    }

    private static IPAddress ToAddress(ReadOnlySpan<byte> address) =>
        address.Length is 4 or 16
            ? new IPAddress(address)
            : throw new NetlinkFormatException($"a gateway of {address.Length} bytes is neither IPv4 nor IPv6");

    private static IPAddress ToAddress(byte family, UInt128 number)
    {
        Span<byte> bytes = stackalloc byte[16];
        BinaryPrimitives.WriteUInt128BigEndian(bytes, number);
        return new IPAddress(family == RouteNumbers.Inet ? bytes[12..] : bytes);
    }
}
