using System.Buffers.Binary;

namespace IwTune.Agent.Engine.Captures;

/// <summary>From a frame to its TCP segment.</summary>
internal static class PacketDecoder
{
    private const byte Tcp = 6;
    private const int LeastTcp = 20;

    /// <param name="frame">The frame.</param>
    /// <param name="head">Its first bytes.</param>
    /// <param name="segment">The segment, where it is one.</param>
    /// <param name="through">The interface that saw it.</param>
    public static PacketKind Decode(in CapturedFrame frame, ReadOnlySpan<byte> head, out CapturedSegment segment, out long through)
    {
        segment = default;
        through = frame.Interface;
        if (!LinkLayer.Knows(frame.Link))
            return PacketKind.UnknownLink;
        through = ((long)frame.Interface << 32) | (uint)LinkLayer.Header(frame.Link, head, out var link);
        if (link < 0)
            return PacketKind.Other;
        if (head.Length <= link)
            return PacketKind.CutShort;
        var packet = head[link..];
        return (packet[0] >> 4) switch
        {
            4 => Version4(packet, frame.Length - link, out segment),
            6 => Version6(packet, frame.Length - link, out segment),
            _ => PacketKind.Other,
        };
    }

    private static PacketKind Version4(ReadOnlySpan<byte> packet, long onLink, out CapturedSegment segment)
    {
        segment = default;
        if (packet.Length < 20)
            return PacketKind.CutShort;
        var header = (packet[0] & 15) * 4;
        if (header < 20)
            return PacketKind.Other;
        if (packet[9] != Tcp)
            return PacketKind.Other;
        if ((BinaryPrimitives.ReadUInt16BigEndian(packet[6..]) & 0x3fff) != 0)
            return PacketKind.Fragment;
        if (packet.Length < header)
            return PacketKind.CutShort;
        long total = BinaryPrimitives.ReadUInt16BigEndian(packet[2..]);
        return Segment(
            packet[header..],
            // 0 before the network card divides a packet beyond 64 KiB.
            (total == 0 ? onLink : total) - header,
            new CaptureEndpoint(BinaryPrimitives.ReadUInt32BigEndian(packet[12..]), false, 0),
            new CaptureEndpoint(BinaryPrimitives.ReadUInt32BigEndian(packet[16..]), false, 0),
            packet[8],
            out segment
        );
    }

    private static PacketKind Version6(ReadOnlySpan<byte> packet, long onLink, out CapturedSegment segment)
    {
        segment = default;
        if (packet.Length < 40)
            return PacketKind.CutShort;
        long payload = BinaryPrimitives.ReadUInt16BigEndian(packet[4..]);
        var (next, at) = (packet[6], 40);
        while (next != Tcp)
        {
            if (next is not (0 or 43 or 44 or 51 or 60 or 135 or 139 or 140))
                return PacketKind.Other;
            if (packet.Length < at + 8)
                return PacketKind.CutShort;
            if (next == 44 && (BinaryPrimitives.ReadUInt16BigEndian(packet[(at + 2)..]) & 0xfff9) != 0)
                return PacketKind.Fragment;
            var size = next switch
            {
                44 => 8,
                51 => (packet[at + 1] + 2) * 4,
                _ => (packet[at + 1] + 1) * 8,
            };
            (next, at) = (packet[at], at + size);
        }
        if (packet.Length < at)
            return PacketKind.CutShort;
        return Segment(
            packet[at..],
            // 0 in a jumbogram.
            (payload == 0 ? onLink : payload + 40) - at,
            new CaptureEndpoint(BinaryPrimitives.ReadUInt128BigEndian(packet[8..]), true, 0),
            new CaptureEndpoint(BinaryPrimitives.ReadUInt128BigEndian(packet[24..]), true, 0),
            packet[7],
            out segment
        );
    }

    private static PacketKind Segment(
        ReadOnlySpan<byte> tcp,
        long length,
        CaptureEndpoint source,
        CaptureEndpoint destination,
        byte hops,
        out CapturedSegment segment
    )
    {
        segment = default;
        if (tcp.Length < LeastTcp)
            return PacketKind.CutShort;
        var header = (tcp[12] >> 4) * 4;
        if (header < LeastTcp || length < header || length > int.MaxValue)
            return PacketKind.Malformed;
        segment = new CapturedSegment
        {
            Source = source with { Port = BinaryPrimitives.ReadUInt16BigEndian(tcp) },
            Destination = destination with { Port = BinaryPrimitives.ReadUInt16BigEndian(tcp[2..]) },
            Hops = hops,
            Sequence = BinaryPrimitives.ReadUInt32BigEndian(tcp[4..]),
            Acknowledgement = BinaryPrimitives.ReadUInt32BigEndian(tcp[8..]),
            Flags = (TcpFlags)(tcp[13] & 0x17),
            Window = BinaryPrimitives.ReadUInt16BigEndian(tcp[14..]),
            Payload = (int)length - header,
            Options = TcpOptions.Read(tcp[LeastTcp..Math.Min(header, tcp.Length)], tcp.Length >= header),
        };
        return PacketKind.Tcp;
    }
}

/// <summary>What a captured packet is.</summary>
internal enum PacketKind
{
    Tcp,
    Other,
    Fragment,
    CutShort,
    Malformed,
    UnknownLink,
}
