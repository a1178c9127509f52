using System.Net;
using System.Runtime.InteropServices;
using System.Text;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>A policy rule that sends a lookup to a table (include/uapi/linux/fib_rules.h), with the attributes that ours use.</summary>
internal sealed record RuleMessage
{
    public const int HeaderLength = 12;

    /// <summary>FR_ACT_TO_TBL.</summary>
    public const byte ToTable = 1;

    private const int DestinationLengthOffset = 1;
    private const int TableOffset = 4;
    private const int ActionOffset = 7;
    private const byte Tcp = 6;

    /// <summary>The value in a dump for a rule that suppresses nothing.</summary>
    private const uint SuppressesNothing = uint.MaxValue;

    public required byte Family { get; init; }

    public uint Priority { get; init; }

    public uint Table { get; init; }

    public byte Action { get; init; } = ToTable;

    /// <summary>Who made it, by its own statement; kernels before 4.17 do not report it.</summary>
    public byte Protocol { get; init; }

    /// <summary>TCP connections of this host only: packets it sends (<c>iif lo</c>) of protocol 6.</summary>
    public bool OwnTcp { get; init; }

    public Ports? Peer { get; init; }

    public Ports? Here { get; init; }

    public IPNetwork? Destination { get; init; }

    /// <summary>A route with a prefix no longer than this is not taken; <see langword="null"/> for any.</summary>
    public int? Suppress { get; init; }

    /// <summary>True when it also matches something else, which ours never do.</summary>
    public bool LooksElsewhere { get; init; }

    /// <summary>True when it matches every packet.</summary>
    public bool IsForAll => !OwnTcp && Peer is null && Here is null && Destination is null && Suppress is null && !LooksElsewhere;

    /// <exception cref="NetlinkFormatException">The bytes are no rule.</exception>
    public static RuleMessage Read(ReadOnlySpan<byte> raw)
    {
        if (raw.Length < HeaderLength)
            throw new NetlinkFormatException($"a rule of {raw.Length} bytes is too short");
        var rule = new RuleMessage
        {
            Family = raw[0],
            Table = raw[TableOffset],
            Action = raw[ActionOffset],
            // Source prefix, type of service and the flags (an inverted rule) are in the header.
            LooksElsewhere = raw[2] != 0 || raw[3] != 0 || (MemoryMarshal.Read<uint>(raw[8..]) & Inverted) != 0,
        };
        byte ipProtocol = 0;
        var input = "";
        foreach (var attribute in new Attributes(raw[HeaderLength..]))
        {
            switch ((RuleAttribute)attribute.Type)
            {
                case RuleAttribute.Priority:
                    rule = rule with { Priority = attribute.UInt32 };
                    break;
                case RuleAttribute.Table:
                    rule = rule with { Table = attribute.UInt32 };
                    break;
                case RuleAttribute.Protocol when attribute.Payload.Length > 0:
                    rule = rule with { Protocol = attribute.Payload[0] };
                    break;
                case RuleAttribute.IpProtocol when attribute.Payload.Length > 0:
                    ipProtocol = attribute.Payload[0];
                    break;
                case RuleAttribute.Input:
                    input = Encoding.ASCII.GetString(attribute.Payload).TrimEnd('\0');
                    break;
                case RuleAttribute.PeerPorts:
                    rule = rule with { Peer = Ports.Read(attribute.Payload) };
                    break;
                case RuleAttribute.OwnPorts:
                    rule = rule with { Here = Ports.Read(attribute.Payload) };
                    break;
                case RuleAttribute.Destination:
                    rule = rule with { Destination = Prefix(attribute.Payload, raw[DestinationLengthOffset]) };
                    break;
                case RuleAttribute.Suppress:
                    rule = rule with { Suppress = attribute.UInt32 == SuppressesNothing ? null : (int)attribute.UInt32 };
                    break;
                case RuleAttribute.Flow when attribute.UInt32 == 0:
                    break;
                // Kernels from 6.15 on report a single port with the mask that means exactly this port.
                case RuleAttribute.OwnPortMask or RuleAttribute.PeerPortMask when attribute.Payload.IndexOfAnyExcept((byte)0xff) < 0:
                    break;
                default:
                    rule = rule with { LooksElsewhere = true };
                    break;
            }
        }
        var own = input == "lo" && ipProtocol == Tcp;
        return rule with { OwnTcp = own, LooksElsewhere = rule.LooksElsewhere || (!own && (input.Length > 0 || ipProtocol != 0)) };
    }

    /// <summary>
    /// The kernel reports an address as it was written, <c>10.1.2.3/8</c>, and compares without the bits beyond the prefix
    /// (fib4_rule_match).
    /// </summary>
    private static IPNetwork Prefix(ReadOnlySpan<byte> address, byte length)
    {
        if (address.Length is not (4 or 16) || length > address.Length * 8)
            throw new NetlinkFormatException($"a destination of {address.Length} bytes has no prefix of length {length}");
        Span<byte> prefix = stackalloc byte[address.Length];
        for (var at = 0; at < address.Length; at++)
            prefix[at] = (byte)(address[at] & (0xff00 >> Math.Clamp(length - at * 8, 0, 8)));
        return new IPNetwork(new IPAddress(prefix), length);
    }

    /// <summary>The rules of one family.</summary>
    public static byte[] DumpRequest(byte family)
    {
        Span<byte> header = stackalloc byte[HeaderLength];
        header.Clear();
        header[0] = family;
        return new NetlinkWriter().Bytes(header).ToMessage(MessageType.GetRule, RequestFlags.Request | RequestFlags.Dump);
    }

    /// <summary>EXCL: a rule that is there already is not made twice.</summary>
    public byte[] CreateRequest() =>
        Body().ToMessage(MessageType.NewRule, RequestFlags.Request | RequestFlags.Ack | RequestFlags.Create | RequestFlags.Exclusive);

    /// <summary>Deletes a rule that is exactly like this.</summary>
    public byte[] DeleteRequest() => Body().ToMessage(MessageType.DelRule, RequestFlags.Request | RequestFlags.Ack);

    private NetlinkWriter Body()
    {
        Span<byte> header = stackalloc byte[HeaderLength];
        header.Clear();
        header[0] = Family;
        header[DestinationLengthOffset] = (byte)(Destination?.PrefixLength ?? 0);
        header[ActionOffset] = Action;
        var writer = new NetlinkWriter()
            .Bytes(header)
            .UInt32((ushort)RuleAttribute.Priority, Priority)
            .UInt32((ushort)RuleAttribute.Table, Table)
            .Attribute((ushort)RuleAttribute.Protocol, [Protocol]);
        if (OwnTcp)
            writer.Attribute((ushort)RuleAttribute.Input, "lo\0"u8).Attribute((ushort)RuleAttribute.IpProtocol, [Tcp]);
        if (Peer is { } peer)
            writer.Attribute((ushort)RuleAttribute.PeerPorts, peer.ToBytes());
        if (Here is { } here)
            writer.Attribute((ushort)RuleAttribute.OwnPorts, here.ToBytes());
        if (Destination is { } to)
            writer.Attribute((ushort)RuleAttribute.Destination, to.BaseAddress.GetAddressBytes());
        if (Suppress is { } longest)
            writer.UInt32((ushort)RuleAttribute.Suppress, (uint)longest);
        return writer;
    }

    /// <summary>FIB_RULE_INVERT.</summary>
    private const uint Inverted = 2;

    /// <summary>struct fib_rule_port_range: both ends included, in the host's byte order. The kernel takes no end of 65535.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal readonly record struct Ports(ushort First, ushort Last)
    {
        public static Ports Read(ReadOnlySpan<byte> payload) =>
            payload.Length >= 4
                ? new Ports(MemoryMarshal.Read<ushort>(payload), MemoryMarshal.Read<ushort>(payload[2..]))
                : throw new NetlinkFormatException($"a port range of {payload.Length} bytes has the wrong length");

        public byte[] ToBytes() => MemoryMarshal.AsBytes<ushort>([First, Last]).ToArray();

        public override string ToString() => First == Last ? $"{First}" : $"{First}-{Last}";
    }
}

/// <summary>FRA_*.</summary>
internal enum RuleAttribute : ushort
{
    Destination = 1,
    Input = 3,
    Priority = 6,
    Flow = 11,
    Suppress = 14,
    Table = 15,
    Protocol = 21,
    IpProtocol = 22,
    OwnPorts = 23,
    PeerPorts = 24,
    OwnPortMask = 28,
    PeerPortMask = 29,
}
