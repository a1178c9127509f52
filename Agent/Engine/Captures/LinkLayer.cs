using System.Buffers.Binary;

namespace IwTune.Agent.Engine.Captures;

/// <summary>Finds the IP packet behind the header of a link (tcpdump.org/linktypes.html).</summary>
internal static class LinkLayer
{
    private const int Null = 0,
        Ethernet = 1,
        RawOfSomeSystems = 12,
        RawOfOpenBsd = 14,
        Raw = 101,
        Loop = 108,
        Cooked = 113,
        Ipv4 = 228,
        Ipv6 = 229,
        Cooked2 = 276;

    /// <summary>The VLAN tags of a frame at most: more are a mistake.</summary>
    private const int MostTags = 8;

    public static bool Knows(int link) =>
        link is Null or Ethernet or RawOfSomeSystems or RawOfOpenBsd or Raw or Loop or Cooked or Ipv4 or Ipv6 or Cooked2;

    /// <param name="link">Link type.</param>
    /// <param name="head">The frame.</param>
    /// <param name="length">Bytes of the header; -1 when there is no IP packet behind it.</param>
    /// <returns>The number of the interface where the link names one, else 0.</returns>
    public static int Header(int link, ReadOnlySpan<byte> head, out int length)
    {
        length = link switch
        {
            Ethernet => Tagged(head, 12),
            Cooked => Tagged(head, 14),
            Cooked2 => CookedAgain(head),
            // The family's number differs by system and byte order; the version of the packet says the same.
            Null or Loop => 4,
            _ => 0,
        };
        return link == Cooked2 && head.Length >= 8 ? (int)BinaryPrimitives.ReadUInt32BigEndian(head[4..]) : 0;
    }

    // Behind each VLAN tag is another type.
    private static int Tagged(ReadOnlySpan<byte> head, int at)
    {
        for (var tags = 0; tags <= MostTags && head.Length >= at + 2; tags++, at += 4)
        {
            var type = Kind(head[at..]);
            if (!IsTag(type))
                return Untagged(head, at, at + 2);
        }
        return -1;
    }

    // The type comes first; a tag's own type is behind the header.
    private static int CookedAgain(ReadOnlySpan<byte> head) =>
        head.Length >= 24 && IsTag(Kind(head)) ? Tagged(head, 22) : Untagged(head, 0, 20);

    private static bool IsTag(ushort type) => type is 0x8100 or 0x88A8 or 0x9100;

    private static int Untagged(ReadOnlySpan<byte> head, int at, int end) =>
        head.Length >= end && Kind(head[at..]) is 0x0800 or 0x86DD ? end : -1;

    private static ushort Kind(ReadOnlySpan<byte> at) => BinaryPrimitives.ReadUInt16BigEndian(at);
}
