using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Text;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Emulation;

/// <summary>
/// A TUN interface: what the kernel sends over it is read here, and the kernel receives what is written here. It ends with its descriptor.
/// </summary>
public sealed partial class TunDevice : IDisposable
{
    private const ulong SetInterface = 0x400454ca; // TUNSETIFF, linux/if_tun.h
    private const short Tun = 0x0001;
    private const short NoPacketInfo = 0x1000;
    private const int ReadWriteNonBlocking = 0x2 | 0x800 | 0x80000; // O_CLOEXEC: a program started meanwhile would keep the interface
    private const int Busy = 16; // EBUSY
    private const int LongestName = 15; // IFNAMSIZ − 1
    private const int RequestLength = 40; // struct ifreq
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private TunDevice(int descriptor) => Descriptor = descriptor;

    internal int Descriptor { get; }

    /// <summary>
    /// Makes an interface in the network namespace of this thread and brings it up, without addresses. It has no segmentation offload,
    /// because no vnet header is requested, so packets are what a wire would carry. It has a plain queue, because the default may be fq,
    /// which paces.
    /// </summary>
    /// <param name="name">1 to 15 letters.</param>
    /// <param name="mtu">68 to 1500 bytes; 1492 gives segments of 1452 without timestamps.</param>
    /// <exception cref="HostUnsupportedException">There is no /dev/net/tun, or it may not be used.</exception>
    public static TunDevice Open(string name, int mtu = HeldPacket.MaxBytes)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(name.Length, LongestName, nameof(name));
        ArgumentOutOfRangeException.ThrowIfLessThan(mtu, 68);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(mtu, HeldPacket.MaxBytes);
        var descriptor = OpenFile("/dev/net/tun", ReadWriteNonBlocking);
        if (descriptor < 0)
            throw Refused("opening /dev/net/tun", "`modprobe tun` loads it; root may use it");
        var made = new TunDevice(descriptor);
        try
        {
            var request = new byte[RequestLength];
            Encoding.ASCII.GetBytes(name, request);
            BitConverter.TryWriteBytes(request.AsSpan(16), (short)(Tun | NoPacketInfo));
            if (!Claim(descriptor, request))
                throw Refused($"making the TUN interface {name}", "it needs CAP_NET_ADMIN and a name that is free");
            LinkSetup.BringUp(name, mtu);
            return made;
        }
        catch (NetlinkException refused)
        {
            made.Dispose();
            throw new HostUnsupportedException(refused.Message, refused);
        }
        catch
        {
            made.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _ = Close(Descriptor);

    /// <summary>
    /// A name is free a moment after its descriptor is closed: a process that is just being started has the descriptor until it begins its
    /// program.
    /// </summary>
    private static bool Claim(int descriptor, byte[] request)
    {
        var made = false;
        SpinWait.SpinUntil(
            () => (made = Control(descriptor, SetInterface, request) >= 0) || Marshal.GetLastPInvokeError() != Busy,
            Patience
        );
        return made;
    }

    /// <summary>The next packet's length, or less than 1 when there is none now.</summary>
    internal int Read(Span<byte> packet) => (int)ReadFile(Descriptor, packet, packet.Length);

    /// <summary>Hands a packet to the kernel. A full device loses it, as a wire's interface would.</summary>
    internal void Write(ReadOnlySpan<byte> packet) => _ = WriteFile(Descriptor, packet, packet.Length);

    private static HostUnsupportedException Refused(string tried, string advice) =>
        new($"{tried}: {new Win32Exception(Marshal.GetLastPInvokeError()).Message}. {advice}") { Privilege = "CAP_NET_ADMIN" };

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
