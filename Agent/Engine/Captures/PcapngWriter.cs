using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace IwTune.Agent.Engine.Captures;

/// <summary>
/// Writes a section of pcapng (draft-ietf-opsawg-pcapng), block by block in little-endian order. A packet is kept no longer than its call.
/// </summary>
internal sealed class PcapngWriter
{
    /// <summary>Bytes written of a packet at most: all headers fit.</summary>
    public const int MostCaptured = 128;

    private const uint Magic = 0x1A2B3C4D;
    private const ushort EndOfOptions = 0,
        Comment = 1,
        Name = 2,
        Application = 4,
        Resolution = 9;
    private const byte Nanoseconds = 9;

    private readonly Stream _to;
    private readonly ArrayBufferWriter<byte> _body = new(512);
    private int _interfaces;

    /// <param name="to">Where to.</param>
    /// <param name="application">Name and version of the program that writes.</param>
    /// <exception cref="IOException">It cannot be written.</exception>
    public PcapngWriter(Stream to, string application)
    {
        _to = to;
        Number(Magic);
        Short(1);
        Short(0);
        Long(-1); // the length of the section is not known yet
        Option(Application, Encoding.UTF8.GetBytes(application));
        Option(EndOfOptions, []);
        Block(PcapngReader.SectionHeader);
    }

    /// <summary>Describes an interface whose times are in nanoseconds.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="link">Link type by the list of tcpdump.org.</param>
    /// <returns>Its number.</returns>
    /// <exception cref="IOException">It cannot be written.</exception>
    public int Describe(string name, ushort link)
    {
        Short(link);
        Short(0);
        Number(MostCaptured);
        Option(Name, Encoding.UTF8.GetBytes(name));
        Option(Resolution, [Nanoseconds]);
        Option(EndOfOptions, []);
        Block(PcapngReader.InterfaceDescription);
        return _interfaces++;
    }

    /// <summary>Writes a packet, cut to <see cref="MostCaptured"/>.</summary>
    /// <param name="through">Number of its interface.</param>
    /// <param name="at">Nanoseconds since 1970.</param>
    /// <param name="packet">What there is of it.</param>
    /// <param name="comment">What to note about it; empty for nothing.</param>
    /// <param name="length">How long it was, bytes; <see langword="null"/> when all of it is here.</param>
    /// <exception cref="IOException">It cannot be written.</exception>
    public void Packet(int through, long at, ReadOnlySpan<byte> packet, string comment = "", int? length = null)
    {
        var captured = packet[..Math.Min(packet.Length, MostCaptured)];
        Number((uint)through);
        Number((uint)(at >> 32));
        Number((uint)at);
        Number((uint)captured.Length);
        Number((uint)(length ?? packet.Length));
        Padded(captured);
        if (comment.Length > 0)
        {
            Option(Comment, Encoding.UTF8.GetBytes(comment));
            Option(EndOfOptions, []);
        }
        Block(PcapngReader.EnhancedPacket);
    }

    private void Block(uint type)
    {
        Span<byte> head = stackalloc byte[8];
        BinaryPrimitives.WriteUInt32LittleEndian(head, type);
        BinaryPrimitives.WriteUInt32LittleEndian(head[4..], (uint)_body.WrittenCount + 12);
        _to.Write(head);
        _to.Write(_body.WrittenSpan);
        _to.Write(head[4..]);
        _body.ResetWrittenCount();
    }

    private void Option(ushort code, ReadOnlySpan<byte> value)
    {
        Short(code);
        Short((ushort)value.Length);
        Padded(value);
    }

    private void Padded(ReadOnlySpan<byte> bytes)
    {
        _body.Write(bytes);
        _body.Write("\0\0\0"u8[..(-bytes.Length & 3)]);
    }

    private void Short(ushort number)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(_body.GetSpan(2), number);
        _body.Advance(2);
    }

    private void Number(uint number)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(_body.GetSpan(4), number);
        _body.Advance(4);
    }

    private void Long(long number)
    {
        BinaryPrimitives.WriteInt64LittleEndian(_body.GetSpan(8), number);
        _body.Advance(8);
    }
}
