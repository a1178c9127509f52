using System.Buffers.Binary;

namespace IwTune.Agent.Tests.Engine.Captures;

/// <summary>Packets as they are on a link.</summary>
internal static class Wire
{
    public const byte Fin = 1,
        Syn = 2,
        Rst = 4,
        Push = 8,
        Ack = 16;

    /// <summary>A TCP header with options, padded to whole words.</summary>
    public static byte[] Tcp(ushort from, ushort to, uint sequence, uint ack, byte flags, ushort window, params byte[] options)
    {
        var header = (20 + options.Length + 3) / 4 * 4;
        var tcp = new byte[header];
        BinaryPrimitives.WriteUInt16BigEndian(tcp, from);
        BinaryPrimitives.WriteUInt16BigEndian(tcp.AsSpan(2), to);
        BinaryPrimitives.WriteUInt32BigEndian(tcp.AsSpan(4), sequence);
        BinaryPrimitives.WriteUInt32BigEndian(tcp.AsSpan(8), ack);
        tcp[12] = (byte)(header / 4 << 4);
        tcp[13] = flags;
        BinaryPrimitives.WriteUInt16BigEndian(tcp.AsSpan(14), window);
        options.CopyTo(tcp, 20);
        return tcp;
    }

    /// <summary>IPv4 around it; the length counts data that is not there.</summary>
    public static byte[] Ipv4(byte from, byte to, byte[] tcp, int payload, int options = 0)
    {
        var packet = new byte[20 + options + tcp.Length];
        packet[0] = (byte)(0x45 + options / 4);
        packet.AsSpan(20, options).Fill(1);
        BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(2), (ushort)(packet.Length + payload));
        packet[8] = 64;
        packet[9] = 6;
        ((byte[])[192, 0, 2, from, 192, 0, 2, to]).CopyTo(packet, 12);
        tcp.CopyTo(packet, 20 + options);
        return packet;
    }

    /// <summary>IPv6 around it, with these extension headers: a number and its bytes, of which the first is overwritten.</summary>
    public static byte[] Ipv6(byte from, byte to, byte[] tcp, int payload, params (byte Number, byte[] Bytes)[] extensions)
    {
        var extra = extensions.Sum(one => one.Bytes.Length);
        var packet = new byte[40 + extra + tcp.Length];
        packet[0] = 0x60;
        BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(4), (ushort)(extra + tcp.Length + payload));
        packet[7] = 64;
        (packet[8], packet[9], packet[23]) = (0x20, 0x01, from);
        (packet[24], packet[25], packet[39]) = (0x20, 0x01, to);
        var (next, at) = (6, 40);
        foreach (var (number, bytes) in extensions)
        {
            packet[next] = number;
            bytes.CopyTo(packet, at);
            (next, at) = (at, at + bytes.Length);
        }
        packet[next] = 6;
        tcp.CopyTo(packet, at);
        return packet;
    }

    /// <summary>Ethernet around it, with this number of VLAN tags.</summary>
    public static byte[] Ethernet(byte[] packet, int tags = 0)
    {
        var frame = new byte[12 + 4 * tags + 2 + packet.Length];
        for (var tag = 0; tag < tags; tag++)
            BinaryPrimitives.WriteUInt16BigEndian(frame.AsSpan(12 + 4 * tag), (ushort)(tag == 0 && tags > 1 ? 0x88A8 : 0x8100));
        Type(packet, frame.AsSpan(12 + 4 * tags));
        packet.CopyTo(frame, frame.Length - packet.Length);
        return frame;
    }

    /// <summary>Linux cooked, second version, around it, with this number of VLAN tags.</summary>
    public static byte[] Cooked2(byte[] packet, int tags)
    {
        var frame = new byte[20 + 4 * tags + packet.Length];
        // The type of the frame comes first; behind each tag is the next type.
        for (var tag = 0; tag < tags; tag++)
            BinaryPrimitives.WriteUInt16BigEndian(
                frame.AsSpan(tag == 0 ? 0 : 18 + 4 * tag),
                (ushort)(tag == 0 && tags > 1 ? 0x88A8 : 0x8100)
            );
        Type(packet, frame.AsSpan(tags == 0 ? 0 : 18 + 4 * tags));
        (frame[7], frame[9]) = (3, 1); // interface 3, Ethernet
        packet.CopyTo(frame, frame.Length - packet.Length);
        return frame;
    }

    /// <summary>A jumbogram of IPv6 (RFC 2675): its length is in an option.</summary>
    public static byte[] Jumbo(byte from, byte to, byte[] tcp, int payload)
    {
        byte[] option = [0, 0, 0xC2, 4, 0, 0, 0, 0];
        BinaryPrimitives.WriteUInt32BigEndian(option.AsSpan(4), (uint)(option.Length + tcp.Length + payload));
        var packet = Ipv6(from, to, tcp, 0, (0, option));
        packet.AsSpan(4, 2).Clear();
        return packet;
    }

    /// <summary>The header of a link type that is not Ethernet, and the packet.</summary>
    public static byte[] Link(int link, byte[] packet)
    {
        var header = new byte[
            link switch
            {
                113 => 16,
                276 => 20,
                0 or 108 => 4,
                _ => 0,
            }
        ];
        if (link == 113)
            Type(packet, header.AsSpan(14));
        if (link == 276)
            Type(packet, header);
        if (link is 0 or 108)
            header[0] = 2;
        return link == 1 ? Ethernet(packet) : [.. header, .. packet];
    }

    private static void Type(byte[] packet, Span<byte> to) =>
        BinaryPrimitives.WriteUInt16BigEndian(to, (ushort)(packet[0] >> 4 == 4 ? 0x0800 : 0x86DD));
}
