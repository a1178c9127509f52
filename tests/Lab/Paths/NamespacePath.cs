using IwTune.Agent.Linux.Emulation;
using IwTune.Agent.Ports;

namespace IwTune.Lab;

/// <summary>Connects namespaces of the laboratory by the product's own emulated path.</summary>
public static class NamespacePath
{
    /// <summary>Joins two namespaces by interfaces of this name; each is made and up when this returns, without addresses.</summary>
    /// <param name="left">One end.</param>
    /// <param name="right">The other end.</param>
    /// <param name="link">The interface's name in both.</param>
    /// <param name="toRight">The shape of the direction from left to right.</param>
    /// <param name="toLeft">The shape of the direction from right to left.</param>
    /// <param name="mtu">68..1500 bytes; 1492 gives segments of 1452 bytes (benchmark <c>seed-e</c>).</param>
    /// <param name="seed">Decides jitter and reordering.</param>
    /// <param name="tap">Sees every TCP packet.</param>
    /// <exception cref="LabException">The interfaces cannot be made; the text says why.</exception>
    public static EmulatedPath Join(
        NetNamespace left,
        NetNamespace right,
        string link,
        PathShape toRight,
        PathShape toLeft,
        int mtu = 1500,
        ulong seed = 1,
        Action<PacketSeen>? tap = null
    )
    {
        try
        {
            var ends = (left.Run(() => TunDevice.Open(link, mtu)), right.Run(() => TunDevice.Open(link, mtu)));
            return EmulatedPath.Join(ends.Item1, ends.Item2, toRight, toLeft, seed, tap is null ? null : (packet, _) => tap(packet));
        }
        catch (HostUnsupportedException refused)
        {
            throw new LabException(refused.Message);
        }
    }

    /// <summary>The same with only a constant delay of each packet in either direction.</summary>
    public static EmulatedPath Join(NetNamespace left, NetNamespace right, string link, TimeSpan oneWay)
    {
        var shape = new PathShape { Delay = oneWay };
        return Join(left, right, link, shape, shape);
    }
}
