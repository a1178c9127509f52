using System.Buffers.Binary;

namespace IwTune.Agent.Engine.Captures;

/// <summary>The packets of a capture, one after another; never more than one of them is in memory.</summary>
internal sealed class CaptureReader
{
    private const uint Microseconds = 0xA1B2C3D4;
    private const uint Nanoseconds = 0xA1B23C4D;
    private readonly PcapReader? _pcap;
    private readonly PcapngReader? _pcapng;

    private CaptureReader(PcapReader? pcap, PcapngReader? pcapng) => (_pcap, _pcapng) = (pcap, pcapng);

    /// <summary>Why reading ended before the end of the file; empty when it did not.</summary>
    public string EndsEarly => _pcap?.EndsEarly ?? _pcapng!.EndsEarly;

    /// <param name="from">The file, from its start.</param>
    /// <param name="problem">Why it is not a capture; empty when it is one.</param>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static CaptureReader? Open(Stream from, out string problem)
    {
        problem = "";
        var bytes = new CaptureBytes(from);
        if (!bytes.Peek(4, out var magic))
        {
            problem = "it has fewer than 4 bytes";
            return null;
        }
        var number = BinaryPrimitives.ReadUInt32BigEndian(magic);
        if (number == PcapngReader.SectionHeader)
            return new CaptureReader(null, new PcapngReader(bytes));
        var little = BinaryPrimitives.ReverseEndianness(number) is Microseconds or Nanoseconds;
        var order = little ? BinaryPrimitives.ReverseEndianness(number) : number;
        if (order is not (Microseconds or Nanoseconds))
        {
            problem =
                magic[0] == 0x1f && magic[1] == 0x8b
                    ? "it is compressed with gzip: unpack it first, as in 'gunzip -c FILE | iwtune flight -'"
                    : $"it starts with {Convert.ToHexString(magic)}, which no pcap or pcapng file does";
            return null;
        }
        if (!bytes.Take(24, out var header))
        {
            problem = "it ends inside its file header";
            return null;
        }
        var link = little ? BinaryPrimitives.ReadUInt16LittleEndian(header[20..]) : BinaryPrimitives.ReadUInt16BigEndian(header[22..]);
        return new CaptureReader(new PcapReader(bytes, little, order == Nanoseconds, link), null);
    }

    /// <summary>The name of the interface that saw the frame read last; empty where it has none.</summary>
    public string NameOf(in CapturedFrame frame) => _pcapng?.NameOf(frame.Interface) ?? "";

    /// <inheritdoc cref="PcapReader.Next"/>
    public bool Next(out CapturedFrame frame, out ReadOnlySpan<byte> head) =>
        _pcap is not null ? _pcap.Next(out frame, out head) : _pcapng!.Next(out frame, out head);
}
