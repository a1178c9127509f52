using System.Buffers.Binary;

namespace IwTune.Agent.Engine.Captures;

/// <summary>The options of a segment that matter for its first flight.</summary>
/// <param name="Mss">Maximum segment size; <see langword="null"/> without the option.</param>
/// <param name="Scale">Window scale, 0..14.</param>
/// <param name="Timestamps">Each segment of the connection then has 12 bytes less of data.</param>
/// <param name="Sack">The highest end of a block of selective acknowledgement; <see langword="null"/> without one.</param>
/// <param name="Whole">False when the capture cut them off.</param>
internal readonly record struct TcpOptions(int? Mss, int? Scale, bool Timestamps, uint? Sack, bool Whole)
{
    private const int LargestScale = 14; // RFC 7323 §2.3

    /// <param name="bytes">As much as the capture has.</param>
    /// <param name="whole">Whether that is all of them.</param>
    public static TcpOptions Read(ReadOnlySpan<byte> bytes, bool whole)
    {
        var found = new TcpOptions(null, null, false, null, whole);
        while (bytes.Length > 0 && bytes[0] != 0)
        {
            if (bytes[0] == 1)
            {
                bytes = bytes[1..];
                continue;
            }
            if (bytes.Length < 2 || bytes[1] < 2 || bytes[1] > bytes.Length)
                return found;
            var value = bytes[2..bytes[1]];
            found = (bytes[0], value.Length) switch
            {
                (2, 2) => found with { Mss = BinaryPrimitives.ReadUInt16BigEndian(value) },
                (3, 1) => found with { Scale = Math.Min((int)value[0], LargestScale) },
                (5, >= 8) => found with { Sack = HighestEnd(value) },
                (8, 8) => found with { Timestamps = true },
                _ => found,
            };
            bytes = bytes[bytes[1]..];
        }
        return found;
    }

    private static uint HighestEnd(ReadOnlySpan<byte> blocks)
    {
        var highest = BinaryPrimitives.ReadUInt32BigEndian(blocks[4..]);
        for (var at = 8; at + 8 <= blocks.Length; at += 8)
        {
            var end = BinaryPrimitives.ReadUInt32BigEndian(blocks[(at + 4)..]);
            highest = (int)(end - highest) > 0 ? end : highest;
        }
        return highest;
    }
}
