using System.Runtime.InteropServices;
using System.Text;

namespace IwTune.Lab;

/// <summary>A TUN interface in a namespace: what the kernel sends by it is read here, what is written here the kernel receives.</summary>
internal sealed partial class TunDevice : IDisposable
{
    private const ulong SetInterface = 0x400454ca; // TUNSETIFF, linux/if_tun.h
    private const short Tun = 0x0001;
    private const short NoPacketInfo = 0x1000;
    private const int ReadWriteNonBlocking = 0x2 | 0x800;

    /// <summary>Longest packet: the relay's links carry at most an Ethernet frame's payload.</summary>
    public const int MaxPacket = 1500;

    private TunDevice(int descriptor) => Descriptor = descriptor;

    public int Descriptor { get; }

    /// <summary>Makes the interface, without segmentation offload because no vnet header is asked for: packets are what a wire would carry.</summary>
    /// <exception cref="LabException">/dev/net/tun is missing or refuses.</exception>
    public static TunDevice Open(NetNamespace space, string name) => space.Run(() =>
    {
        var descriptor = OpenFile("/dev/net/tun", ReadWriteNonBlocking);
        if (descriptor < 0) throw new LabException($"/dev/net/tun cannot be opened (errno {Marshal.GetLastPInvokeError()}): modprobe tun, or run as root");
        Span<byte> request = stackalloc byte[40]; // struct ifreq
        Encoding.ASCII.GetBytes(name, request);
        BitConverter.TryWriteBytes(request[16..], (short)(Tun | NoPacketInfo));
        if (Control(descriptor, SetInterface, request) < 0)
            throw new LabException($"the TUN interface {name} cannot be made (errno {Marshal.GetLastPInvokeError()})");
        return new TunDevice(descriptor);
    });

    /// <summary>The next packet's length, or -1 when there is none now.</summary>
    public int Read(Span<byte> packet) => (int)ReadFile(Descriptor, packet, packet.Length);

    /// <summary>Hands a packet to the kernel. A full device loses it, as a wire's interface would.</summary>
    public void Write(ReadOnlySpan<byte> packet) => _ = WriteFile(Descriptor, packet, packet.Length);

    public void Dispose() => _ = Close(Descriptor);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int OpenFile(string path, int flags);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int Control(int descriptor, ulong request, Span<byte> argument);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    private static partial nint ReadFile(int descriptor, Span<byte> packet, nint length);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint WriteFile(int descriptor, ReadOnlySpan<byte> packet, nint length);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int descriptor);
}
