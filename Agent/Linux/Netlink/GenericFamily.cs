using System.Buffers.Binary;
using System.Text;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>
/// A family of generic netlink: its number is given out at boot and asked for by name (Documentation/userspace-api/netlink/intro.rst).
/// </summary>
/// <param name="Number">The message type that reaches it.</param>
internal readonly record struct GenericFamily(ushort Number)
{
    /// <summary>struct genlmsghdr: command, version, two bytes of nothing.</summary>
    public const int HeaderLength = 4;

    private const ushort Control = 16;
    private const byte GetFamily = 3;
    private const byte Version = 1; // of the controller's calls and of tcp_metrics'
    private const ushort FamilyId = 1;
    private const ushort FamilyName = 2;

    /// <returns><see langword="null"/> when this kernel has no such family.</returns>
    /// <exception cref="NetlinkException">The kernel did not answer.</exception>
    public static GenericFamily? Find(NetlinkSocket generic, string name)
    {
        var request = Header(GetFamily).Attribute(FamilyName, Encoding.ASCII.GetBytes(name + '\0'));
        var (answer, _) = generic.Get(
            $"looking up the generic netlink family {name}",
            request.ToMessage((MessageType)Control, RequestFlags.Request)
        );
        if (answer is not { } found)
            return null;
        foreach (var attribute in new Attributes(found.Body.Span[HeaderLength..]))
        {
            if (attribute.Type == FamilyId && attribute.Payload.Length >= sizeof(ushort))
                return new GenericFamily(
                    BitConverter.IsLittleEndian
                        ? BinaryPrimitives.ReadUInt16LittleEndian(attribute.Payload)
                        : BinaryPrimitives.ReadUInt16BigEndian(attribute.Payload)
                );
        }
        return null;
    }

    public static NetlinkWriter Header(byte command) => new NetlinkWriter().Bytes([command, Version, 0, 0]);
}
