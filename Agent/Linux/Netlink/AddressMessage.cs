using System.Net;
using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>An address of an interface (RTM_NEWADDR, RTM_DELADDR), without its lifetimes.</summary>
/// <param name="Interface">The interface's index.</param>
/// <param name="Address">The address; <see langword="null"/> when the kernel names none.</param>
/// <param name="PrefixLength">The length of its prefix.</param>
internal sealed record AddressMessage(int Interface, IPAddress? Address, byte PrefixLength)
{
    private const int HeaderLength = 8;
    private const ushort Peer = 1; // IFA_ADDRESS: the same as the local address unless the link is point-to-point
    private const ushort Local = 2;

    /// <exception cref="NetlinkFormatException">The bytes are not an address.</exception>
    public static AddressMessage Read(ReadOnlySpan<byte> raw)
    {
        if (raw.Length < HeaderLength)
            throw new NetlinkFormatException($"an address message of {raw.Length} bytes is too short");
        IPAddress? address = null;
        foreach (var attribute in new Attributes(raw[HeaderLength..]))
        {
            var known = attribute.Type == Local || (attribute.Type == Peer && address is null);
            if (known && attribute.Payload.Length is 4 or 16)
                address = new IPAddress(attribute.Payload);
        }
        return new AddressMessage(MemoryMarshal.Read<int>(raw[4..]), address, raw[1]);
    }
}
