using System.Buffers.Binary;
using System.Diagnostics;
using IwTune.Agent.Linux.Emulation;

namespace IwTune.Agent.Tests.Linux.Emulation;

/// <summary>Packets as a path sees them, and times of its clock.</summary>
internal static class Packets
{
    public const byte Syn = 0x02;

    /// <summary>A packet of IPv4 with a TCP header without options.</summary>
    public static byte[] Tcp(uint sequence, int payload, int port = 40000, byte flags = 0x10)
    {
        var packet = new byte[40 + payload];
        packet[0] = 0x45;
        packet[9] = 6;
        BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(2), (ushort)packet.Length);
        var tcp = packet.AsSpan(20);
        BinaryPrimitives.WriteUInt16BigEndian(tcp, 80);
        BinaryPrimitives.WriteUInt16BigEndian(tcp[2..], (ushort)port);
        BinaryPrimitives.WriteUInt32BigEndian(tcp[4..], sequence);
        tcp[12] = 5 << 4;
        tcp[13] = flags;
        BinaryPrimitives.WriteUInt16BigEndian(tcp[14..], 502);
        return packet;
    }

    public static long Milliseconds(double count) => (long)(count * Stopwatch.Frequency / 1000);

    /// <summary>All arrivals until nothing more comes: time and sequence number of each, in order of arrival.</summary>
    public static List<(double Milliseconds, uint Sequence)> Drain(PathDirection path)
    {
        var arrived = new List<(double, uint)>();
        while (path.NextEvent != long.MaxValue)
        {
            var now = path.NextEvent;
            while (path.Take(now) is { } packet)
            {
                arrived.Add((now * 1000.0 / Stopwatch.Frequency, TcpSegment.Read(packet.Bytes)!.Value.Sequence));
                path.GiveBack(packet);
            }
        }
        return arrived;
    }

    public static PathDirection Path(PathShape shape, ulong seed = 1, Action<PacketSeen>? tap = null) =>
        new(shape, PathWay.ToRight, seed, tap is null ? null : (packet, _) => tap(packet));
}
