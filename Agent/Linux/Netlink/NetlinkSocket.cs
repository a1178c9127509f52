using System.Net.Sockets;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>
/// A blocking netlink socket of the network namespace of the thread that opens it.
/// Strict checking is on: without it the kernel silently ignores every dump filter.
/// </summary>
internal sealed partial class NetlinkSocket : IDisposable
{
    /// <summary>rtnetlink answers inside the send call; a longer silence means the answer was lost.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private const int AddMembership = 1;
    private const int CapAck = 10;
    private const int ExtendedAck = 11;
    private const int StrictCheck = 12;

    /// <summary>Dumps come in datagrams of at most 32 KiB; a single route with many next hops may need up to 64.</summary>
    private readonly byte[] _buffer = new byte[64 * 1024];

    private readonly SafeFileHandle _handle;
    private uint _sequence;

    private NetlinkSocket(SafeFileHandle handle) => _handle = handle;

    /// <summary>The port that the kernel knows this socket by; a notification names the port of the socket that made the change.</summary>
    public uint Port { get; private set; }

    /// <summary>What was read over it last.</summary>
    public KnownRoutes Known { get; } = new();

    /// <exception cref="NetlinkException">The socket cannot be had: no AF_NETLINK in this sandbox, or no descriptors left.</exception>
    public static NetlinkSocket Open(params ReadOnlySpan<NetlinkGroup> groups) =>
        Open(NetlinkProtocol.Route, MemoryMarshal.Cast<NetlinkGroup, int>(groups));

    /// <exception cref="NetlinkException">
    /// The socket cannot be had: no AF_NETLINK in this sandbox, no such protocol in this kernel, or no descriptors left.
    /// </exception>
    public static NetlinkSocket Open(NetlinkProtocol protocol, params ReadOnlySpan<int> groups)
    {
        var handle = LibC.Socket(LibC.AF_NETLINK, LibC.SOCK_RAW | LibC.SOCK_CLOEXEC, (int)protocol);
        var socket = new NetlinkSocket(handle);
        try
        {
            Check(handle.IsInvalid ? -1 : 0, $"opening a {protocol} netlink socket");
            socket.Configure(groups);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    public void Dispose() => _handle.Dispose();

    /// <summary>The same socket for asynchronous receiving. It owns the descriptor from then on.</summary>
    /// <param name="bufferBytes">Receive buffer; what overruns it is lost and reported as ENOBUFS.</param>
    public Socket ToAsync(int bufferBytes)
    {
        // Without CAP_NET_ADMIN the default buffer stays: messages are lost sooner, and the loss is reported.
        LibC.SetOption(_handle, LibC.SOL_SOCKET, LibC.SO_RCVBUFFORCE, bufferBytes, sizeof(int));
        var socket = new Socket(new SafeSocketHandle(_handle.DangerousGetHandle(), ownsHandle: true));
        _handle.SetHandleAsInvalid();
        return socket;
    }

    private void Configure(ReadOnlySpan<int> groups)
    {
        // Old kernels lack some of these; what they give is then less exact (no text, no filter), never wrong.
        foreach (var option in (ReadOnlySpan<int>)[ExtendedAck, CapAck, StrictCheck])
            LibC.SetOption(_handle, LibC.SOL_NETLINK, option, 1, sizeof(int));
        var patience = new LibC.TimeValue { Seconds = (nint)Patience.TotalSeconds };
        Check(
            LibC.SetOption(_handle, LibC.SOL_SOCKET, LibC.SO_RCVTIMEO, patience, Marshal.SizeOf<LibC.TimeValue>()),
            "setting a receive time-out"
        );

        var address = new LibC.NetlinkAddress { Family = LibC.AF_NETLINK };
        var length = Marshal.SizeOf<LibC.NetlinkAddress>();
        Check(LibC.Bind(_handle, address, length), "binding a netlink socket");
        Check(LibC.GetSocketName(_handle, ref address, ref length), "reading a netlink socket's port");
        Port = address.Port;
        foreach (var group in groups)
        {
            var joined = LibC.SetOption(_handle, LibC.SOL_NETLINK, AddMembership, group, sizeof(int));
            if (group != (int)NetlinkGroup.Nexthop) // a kernel without nexthop objects reports none
                Check(joined, $"joining netlink group {group}");
        }
    }

    private static void Check(int result, string tried)
    {
        if (result < 0)
            throw new NetlinkException(tried, new NetlinkError(Marshal.GetLastPInvokeError(), ""));
    }
}
