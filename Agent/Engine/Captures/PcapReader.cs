using System.Buffers.Binary;

namespace IwTune.Agent.Engine.Captures;

/// <summary>The packets of a pcap file (draft-ietf-opsawg-pcap), behind its file header.</summary>
internal sealed class PcapReader(CaptureBytes bytes, bool little, bool nanoseconds, int link)
{
    /// <summary>What tcpdump itself refuses beyond (MAXIMUM_SNAPLEN).</summary>
    private const uint MostCaptured = 262_144;

    private readonly byte[] _head = new byte[CapturedFrame.MostHead];

    /// <summary>Why reading ended before the end of the file; empty when it did not.</summary>
    public string EndsEarly { get; private set; } = "";

    /// <summary>Reads the next packet.</summary>
    /// <returns>False at the end.</returns>
    public bool Next(out CapturedFrame frame, out ReadOnlySpan<byte> head)
    {
        frame = default;
        head = default;
        var start = bytes.Offset;
        if (EndsEarly.Length > 0 || bytes.AtEnd)
            return false;
        if (!bytes.Take(16, out var record))
            return Ends($"The file ends in the middle of a packet, at byte {start:#,0}.");
        var (seconds, fraction, captured, length) = (Number(record), Number(record[4..]), Number(record[8..]), Number(record[12..]));
        if (captured > MostCaptured)
            return Ends($"The packet at byte {start:#,0} claims {captured:#,0} captured bytes, at most {MostCaptured:#,0} are possible.");
        var wanted = (int)Math.Min(captured, CapturedFrame.MostHead);
        if (!bytes.Take(wanted, out var taken))
            return Ends($"The file ends in the middle of a packet, at byte {start:#,0}.");
        taken.CopyTo(_head);
        if (!bytes.Skip(captured - wanted))
            return Ends($"The file ends in the middle of a packet, at byte {start:#,0}.");
        var at = seconds * 1_000_000_000L + (nanoseconds ? fraction : fraction * 1000L);
        frame = new CapturedFrame(Math.Min(at, CapturedFrame.Latest), link, 0, length);
        head = _head.AsSpan(0, wanted);
        return true;
    }

    private uint Number(ReadOnlySpan<byte> at) =>
        little ? BinaryPrimitives.ReadUInt32LittleEndian(at) : BinaryPrimitives.ReadUInt32BigEndian(at);

    private bool Ends(string why)
    {
        EndsEarly = why;
        return false;
    }
}
