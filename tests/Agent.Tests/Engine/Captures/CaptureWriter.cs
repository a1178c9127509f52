using System.Buffers.Binary;

namespace IwTune.Agent.Tests.Engine.Captures;

/// <summary>One packet of a capture that a test writes.</summary>
/// <param name="At">Nanoseconds since 1970.</param>
/// <param name="Bytes">What was captured.</param>
/// <param name="Length">Bytes on the link.</param>
/// <param name="Interface">With pcapng.</param>
internal sealed record WrittenPacket(long At, byte[] Bytes, int Length, int Interface = 0);

/// <summary>The blocks of pcapng that hold a packet.</summary>
internal enum PacketBlock : uint
{
    Old = 2,
    Simple = 3,
    Enhanced = 6,
}

/// <summary>Writes captures in every form that tools write.</summary>
internal sealed class CaptureWriter(bool little)
{
    private readonly MemoryStream _to = new();

    public static byte[] Pcap(IEnumerable<WrittenPacket> packets, bool little = true, bool nanoseconds = true, int link = 1)
    {
        var writer = new CaptureWriter(little);
        writer.Number(nanoseconds ? 0xA1B23C4D : 0xA1B2C3D4);
        writer.Short(2).Short(4).Number(0).Number(0).Number(262_144).Number((uint)link);
        foreach (var packet in packets)
        {
            var unit = nanoseconds ? 1 : 1000;
            writer.Number((uint)(packet.At / 1_000_000_000)).Number((uint)(packet.At % 1_000_000_000 / unit));
            writer.Number((uint)packet.Bytes.Length).Number((uint)packet.Length).Raw(packet.Bytes);
        }
        return writer._to.ToArray();
    }

    /// <summary>A section with an interface for each link, by turns in micro- and nanoseconds, and with blocks of other types.</summary>
    public static byte[] Pcapng(IEnumerable<WrittenPacket> packets, bool little = true, params int[] links) =>
        Pcapng(PacketBlock.Enhanced, packets, little, 0, links);

    /// <summary>With packets in blocks of one kind, and a limit of what is captured of each; 0 for none.</summary>
    public static byte[] Pcapng(PacketBlock kind, IEnumerable<WrittenPacket> packets, bool little, uint snap, params int[] links)
    {
        var writer = new CaptureWriter(little);
        writer.Block(0x0A0D0D0A, one => one.Number(0x1A2B3C4D).Short(1).Short(0).Number(uint.MaxValue).Number(uint.MaxValue));
        for (var i = 0; i < links.Length; i++)
        {
            var (link, nanoseconds) = (links[i], i % 2 == 0);
            writer.Block(
                1,
                one =>
                {
                    one.Short((ushort)link).Short(0).Number(snap);
                    one.Short(2).Short(4).Raw("eth0"u8.ToArray());
                    if (nanoseconds)
                        one.Short(9).Short(1).Raw([9, 0, 0, 0]);
                    one.Short(0).Short(0);
                }
            );
        }
        writer.Block(0x0BAD, one => one.Raw(new byte[40]));
        foreach (var packet in packets)
        {
            writer.Block((uint)kind, one => one.Head(kind, packet).Raw(packet.Bytes).Raw(new byte[(4 - packet.Bytes.Length % 4) % 4]));
        }
        return writer._to.ToArray();
    }

    private CaptureWriter Head(PacketBlock kind, WrittenPacket packet)
    {
        if (kind == PacketBlock.Simple)
            return Number((uint)packet.Length);
        var stamp = (ulong)packet.At / (packet.Interface % 2 == 0 ? 1u : 1000u);
        // The old block has a number of drops beside a shorter number of its interface; 0xFFFF is unknown.
        var named = kind == PacketBlock.Old ? Short((ushort)packet.Interface).Short(0xFFFF) : Number((uint)packet.Interface);
        return named.Number((uint)(stamp >> 32)).Number((uint)stamp).Number((uint)packet.Bytes.Length).Number((uint)packet.Length);
    }

    private void Block(uint type, Action<CaptureWriter> body)
    {
        var inner = new CaptureWriter(little);
        body(inner);
        var bytes = inner._to.ToArray();
        Number(type).Number((uint)bytes.Length + 12).Raw(bytes).Number((uint)bytes.Length + 12);
    }

    private CaptureWriter Short(ushort number)
    {
        Span<byte> bytes = stackalloc byte[2];
        if (little)
            BinaryPrimitives.WriteUInt16LittleEndian(bytes, number);
        else
            BinaryPrimitives.WriteUInt16BigEndian(bytes, number);
        _to.Write(bytes);
        return this;
    }

    private CaptureWriter Number(uint number)
    {
        Span<byte> bytes = stackalloc byte[4];
        if (little)
            BinaryPrimitives.WriteUInt32LittleEndian(bytes, number);
        else
            BinaryPrimitives.WriteUInt32BigEndian(bytes, number);
        _to.Write(bytes);
        return this;
    }

    private CaptureWriter Raw(byte[] bytes)
    {
        _to.Write(bytes);
        return this;
    }
}
