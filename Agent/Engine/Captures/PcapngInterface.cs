using System.Buffers.Binary;
using System.Text;

namespace IwTune.Agent.Engine.Captures;

/// <summary>An interface of a pcapng section, with what its packets' times mean.</summary>
/// <param name="Link">Link type.</param>
/// <param name="SnapLength">Bytes captured of a packet at most; 0 for no limit.</param>
/// <param name="UnitsPerSecond">Units of a time stamp in a second.</param>
/// <param name="Offset">Seconds to add to each time.</param>
/// <param name="Name">Empty where it has none.</param>
internal sealed record PcapngInterface(int Link, uint SnapLength, UInt128 UnitsPerSecond, long Offset, string Name)
{
    private const int NameOption = 2; // if_name
    private const int LongestName = 255;
    private const int Resolution = 9; // if_tsresol
    private const int TimeOffset = 14; // if_tsoffset
    private const long MostOffset = 4_000_000_000;

    /// <param name="body">The block behind its length, as far as it was read.</param>
    /// <param name="little">The byte order of the section.</param>
    /// <returns><see langword="null"/> when its time unit is not usable.</returns>
    public static PcapngInterface? Read(ReadOnlySpan<byte> body, bool little)
    {
        var (link, snap) = (Short(body, little), Number(body[4..], little));
        var (units, offset, name) = ((UInt128)1_000_000, 0L, "");
        for (var options = body[8..]; options.Length >= 4; )
        {
            var (code, length) = (Short(options, little), Short(options[2..], little));
            var padded = (length + 3) & ~3;
            if (code == 0 || options.Length < 4 + padded)
                break;
            var value = options.Slice(4, length);
            if (code == NameOption)
                name = Encoding.UTF8.GetString(value[..Math.Min((int)length, LongestName)]).TrimEnd('\0');
            else if (code == Resolution && length >= 1)
            {
                if (Units(value[0]) is not { } given)
                    return null;
                units = given;
            }
            else if (code == TimeOffset && length >= 8)
            {
                offset = little ? BinaryPrimitives.ReadInt64LittleEndian(value) : BinaryPrimitives.ReadInt64BigEndian(value);
            }
            options = options[(4 + padded)..];
        }
        return new PcapngInterface(link, snap, units, Math.Clamp(offset, -MostOffset, MostOffset), name);
    }

    /// <returns>Nanoseconds since 1970.</returns>
    public long At(ulong stamp)
    {
        var whole = (Int128)((UInt128)stamp * 1_000_000_000 / UnitsPerSecond) + (Int128)Offset * 1_000_000_000;
        return (long)Int128.Clamp(whole, 0, CapturedFrame.Latest);
    }

    internal static ushort Short(ReadOnlySpan<byte> at, bool little) =>
        little ? BinaryPrimitives.ReadUInt16LittleEndian(at) : BinaryPrimitives.ReadUInt16BigEndian(at);

    internal static uint Number(ReadOnlySpan<byte> at, bool little) =>
        little ? BinaryPrimitives.ReadUInt32LittleEndian(at) : BinaryPrimitives.ReadUInt32BigEndian(at);

    // The highest bit: a power of two, else of ten.
    private static UInt128? Units(byte resolution)
    {
        var power = resolution & 0x7f;
        if (power > ((resolution & 0x80) != 0 ? 63 : 19))
            return null;
        UInt128 units = 1;
        for (var i = 0; i < power; i++)
            units *= (resolution & 0x80) != 0 ? 2u : 10u;
        return units;
    }
}
