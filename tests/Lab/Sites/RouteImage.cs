using System.Runtime.InteropServices;

namespace IwTune.Lab;

/// <summary>Every route of a namespace as text and as the bytes the kernel dumps, for comparison with a later one.</summary>
public sealed partial record RouteImage(string Text, string Bytes)
{
    private const int Netlink = 16;
    private const int Raw = 3;
    private const int HeaderLength = 16;
    private const short DumpRoutes = 26; // RTM_GETROUTE
    private const short Done = 3; // NLMSG_DONE
    private const short Request = 0x301; // NLM_F_REQUEST | NLM_F_DUMP

    /// <summary>Takes one.</summary>
    public static RouteImage Of(NetNamespace space) =>
        new(
            space.Ip("-d -4 route show table all") + space.Ip("-d -6 route show table all"),
            string.Join('\n', space.Run(() => Dump(2).Concat(Dump(10)).ToList()))
        );

    // Each line omits struct nlmsghdr: its sequence and port number belong to the requester, not to the route.
    private static List<string> Dump(byte family)
    {
        var socket = OpenSocket(Netlink, Raw, 0);
        try
        {
            Span<byte> request = stackalloc byte[HeaderLength + 12];
            request.Clear();
            BitConverter.TryWriteBytes(request, request.Length);
            BitConverter.TryWriteBytes(request[4..], DumpRoutes);
            BitConverter.TryWriteBytes(request[6..], Request);
            request[HeaderLength] = family;
            if (Send(socket, request, request.Length, 0) < 0)
                throw new LabException("the kernel refused a route dump");
            return Collect(socket);
        }
        finally
        {
            _ = Close(socket);
        }
    }

    private static List<string> Collect(int socket)
    {
        var lines = new List<string>();
        var buffer = new byte[1 << 16];
        while (true)
        {
            var left = buffer.AsSpan(0, (int)Receive(socket, buffer, buffer.Length, 0));
            while (left.Length >= HeaderLength)
            {
                var length = BitConverter.ToInt32(left);
                if (BitConverter.ToInt16(left[4..]) == Done)
                    return lines;
                lines.Add(Convert.ToHexString(left[HeaderLength..length]));
                left = left[Math.Min(left.Length, (length + 3) & ~3)..];
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "socket")]
    private static partial int OpenSocket(int family, int type, int protocol);

    [LibraryImport("libc", EntryPoint = "send")]
    private static partial nint Send(int socket, ReadOnlySpan<byte> data, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "recv")]
    private static partial nint Receive(int socket, Span<byte> data, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int descriptor);
}
