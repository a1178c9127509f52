using System.Buffers.Binary;
using System.Runtime.InteropServices;
using IwTune.Agent.Engine.Captures;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Captures;

/// <summary>
/// The TCP packets of a network namespace in both directions, from the IP header on, as packet(7) shows them. At a sender these are packets
/// before segmentation, at a receiver packets that were merged.
/// </summary>
internal sealed class TcpPackets : IDisposable
{
    /// <summary>Kernel memory for packets that are not read yet: some tens of thousands.</summary>
    private const int BufferBytes = 16 << 20;

    private const int LeastHeader = 20;
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(100);

    // include/uapi/linux/bpf_common.h; the packet begins with the IP header, because the socket is of type SOCK_DGRAM.
    private static readonly ClassicFilter.Instruction[] OnlyTcp =
    [
        new(0x30, 0, 0, 0), // ldb [0]        version, upper four bits
        new(0x74, 0, 0, 4), // rsh #4
        new(0x15, 0, 2, 4), // jeq #4         IPv4?
        new(0x30, 0, 0, 9), // ldb [9]        protocol
        new(0x05, 0, 0, 2), // ja +2
        new(0x15, 0, 3, 6), // jeq #6         IPv6?
        new(0x30, 0, 0, 6), // ldb [6]        next header
        new(0x15, 0, 1, 6), // jeq #6         TCP?
        new(0x06, 0, 0, PcapngWriter.MostCaptured), // ret #128
        new(0x06, 0, 0, 0), // ret #0
    ];

    private readonly SafeFileHandle _handle;

    private TcpPackets(SafeFileHandle handle) => _handle = handle;

    /// <summary>Packets that came faster than they were read; counted since the last time this was read.</summary>
    public long Missed
    {
        get
        {
            var (statistics, length) = (new PacketCalls.Statistics(), Marshal.SizeOf<PacketCalls.Statistics>());
            return PacketCalls.GetOption(_handle, PacketCalls.SOL_PACKET, PacketCalls.PACKET_STATISTICS, ref statistics, ref length) == 0
                ? statistics.Drops
                : 0;
        }
    }

    /// <summary>From now on keeps the packets of the network namespace of the calling thread.</summary>
    /// <exception cref="HostUnsupportedException">The kernel does not permit it, or does not know it.</exception>
    public static TcpPackets Open()
    {
        // Without a protocol it receives nothing until it is bound: no packet passes before the filter is there.
        var handle = LibC.Socket(PacketCalls.AF_PACKET, PacketCalls.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0);
        if (handle.IsInvalid)
            throw Refused();
        var time = new PacketCalls.TimeSpecification();
        var (address, patience) = (
            new PacketCalls.LinkAddress { Family = PacketCalls.AF_PACKET, Protocol = PacketCalls.AllProtocols },
            new LibC.TimeValue { Microseconds = (nint)Patience.TotalMicroseconds }
        );
        LibC.SetOption(handle, LibC.SOL_SOCKET, LibC.SO_RCVBUFFORCE, BufferBytes, sizeof(int));
        // Switches on the times of packets; there is no packet yet, so that it fails.
        _ = PacketCalls.ReadTime(handle, PacketCalls.SIOCGSTAMPNS, ref time);
        if (
            ClassicFilter.Attach(handle, OnlyTcp) < 0
            || LibC.SetOption(handle, LibC.SOL_SOCKET, LibC.SO_RCVTIMEO, patience, Marshal.SizeOf<LibC.TimeValue>()) < 0
            || PacketCalls.Bind(handle, address, Marshal.SizeOf<PacketCalls.LinkAddress>()) < 0
        )
        {
            var refused = Refused();
            handle.Dispose();
            throw refused;
        }
        return new TcpPackets(handle);
    }

    /// <summary>Waits a moment for the next packet.</summary>
    /// <param name="buffer">At least <see cref="PcapngWriter.MostCaptured"/> bytes.</param>
    /// <param name="packet">What was captured of it, its whole length in bytes, and nanoseconds since 1970.</param>
    /// <returns>False when none came.</returns>
    public bool TryNext(Span<byte> buffer, out (int Captured, int Length, long At) packet)
    {
        packet = default;
        var from = new PacketCalls.LinkAddress();
        int captured;
        do
        {
            var fromLength = Marshal.SizeOf<PacketCalls.LinkAddress>();
            captured = (int)PacketCalls.ReceiveFrom(_handle, buffer, buffer.Length, 0, ref from, ref fromLength);
            if (captured < LeastHeader)
                return false;
            // What passes the loopback interface is seen when it leaves and when it arrives.
        } while (from is { Kind: PacketCalls.PACKET_OUTGOING, Hardware: PacketCalls.ARPHRD_LOOPBACK });
        var time = new PacketCalls.TimeSpecification();
        _ = PacketCalls.ReadTime(_handle, PacketCalls.SIOCGSTAMPNS, ref time);
        packet = (captured, Math.Max(captured, LengthOf(buffer)), time.Seconds * 1_000_000_000 + time.Nanoseconds);
        return true;
    }

    /// <inheritdoc/>
    public void Dispose() => _handle.Dispose();

    /// <summary>The kernel shortens the packet to what it copies; its IP header still says how long it was.</summary>
    private static int LengthOf(ReadOnlySpan<byte> packet) =>
        packet[0] >> 4 == 4 ? BinaryPrimitives.ReadUInt16BigEndian(packet[2..]) : 40 + BinaryPrimitives.ReadUInt16BigEndian(packet[4..]);

    private static HostUnsupportedException Refused() =>
        Marshal.GetLastPInvokeError() is LibC.EPERM or LibC.EACCES
            ? new HostUnsupportedException("--pcap: packets are captured with the capability CAP_NET_RAW. Run it with sudo.")
            {
                Privilege = "CAP_NET_RAW",
            }
            : new HostUnsupportedException($"--pcap: packets cannot be captured here: {Marshal.GetLastPInvokeErrorMessage()}.");
}
