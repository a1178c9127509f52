using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Linux.Probing.Remote;

namespace IwTune.Lab;

/// <summary>One fetch on a fresh connection.</summary>
/// <param name="Handshake">From connect's call to its return.</param>
/// <param name="FirstByte">From the request's write to the first byte read.</param>
/// <param name="Transfer">From the request's write to the last byte read.</param>
/// <param name="ClientPort">Names the connection on the server's side.</param>
public sealed record Fetch(TimeSpan Handshake, TimeSpan FirstByte, TimeSpan Transfer, int ClientPort);

/// <summary>Fetches from a <see cref="FetchServer"/> by the monotonic clock.</summary>
public static class FetchClient
{
    private static readonly int TimeLimit = (int)TimeSpan.FromSeconds(20).TotalMilliseconds;

    /// <summary>Fetches this number of times, each on a fresh connection.</summary>
    public static IReadOnlyList<Fetch> Fetch(NetNamespace from, IPEndPoint server, long bytes, int times) =>
        Fetch(from, server, bytes, times, _ => false);

    /// <summary>Fetches at most this number of times, each on a fresh connection, until the fetches are enough.</summary>
    public static IReadOnlyList<Fetch> Fetch(
        NetNamespace from,
        IPEndPoint server,
        long bytes,
        int most,
        Func<IReadOnlyList<Fetch>, bool> enough
    ) =>
        Promptly(
            from,
            buffer =>
            {
                var fetches = new List<Fetch>();
                while (fetches.Count < most && !enough(fetches))
                    fetches.Add(Once(server, [bytes], TimeSpan.Zero, buffer));
                return fetches;
            }
        );

    /// <summary>Fetches once from a server that closes as soon as it has written everything.</summary>
    public static Fetch Closed(NetNamespace from, IPEndPoint server, long bytes) =>
        Promptly(from, buffer => Once(server, [-bytes], TimeSpan.Zero, buffer));

    /// <summary>
    /// Fetches twice on one connection that was idle for this time in between, and measures the second; the handshake is the connection's.
    /// </summary>
    public static Fetch AfterIdle(NetNamespace from, IPEndPoint server, long bytes, TimeSpan idle) =>
        Promptly(from, buffer => Once(server, [bytes, bytes], idle, buffer));

    /// <summary>
    /// Five fetches that agree within a millisecond and a half. At most forty are made; otherwise those that are closest count.
    /// </summary>
    public static IReadOnlyList<Fetch> Calm(NetNamespace from, IPEndPoint server, long bytes)
    {
        const int times = 5,
            most = 40;
        var calm = TimeSpan.FromMilliseconds(1.5);
        return Agreement.OrClosest(Fetch(from, server, bytes, most, made => Agreement.Of(made, times, calm) is not null), times, calm);
    }

    /// <summary>The fetch whose transfer time is the median.</summary>
    public static Fetch Median(IEnumerable<Fetch> fetches)
    {
        var ordered = fetches.OrderBy(fetch => fetch.Transfer).ToList();
        return ordered[ordered.Count / 2];
    }

    // The new thread has the namespace of its creator.
    private static T Promptly<T>(NetNamespace from, Func<byte[], T> work) =>
        from.Run(() => PromptThread.RunAsync(() => work(new byte[64 << 10])).GetAwaiter().GetResult());

    private static Fetch Once(IPEndPoint server, IReadOnlyList<long> sizes, TimeSpan idle, byte[] buffer)
    {
        using var socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
            ReceiveTimeout = TimeLimit,
        };
        var start = Stopwatch.GetTimestamp();
        socket.Connect(server);
        var handshake = Stopwatch.GetElapsedTime(start);
        var (first, last) = (TimeSpan.Zero, TimeSpan.Zero);
        for (var at = 0; at < sizes.Count; at++)
        {
            if (at > 0)
                PromptThread.Pause(idle);
            (first, last) = Ask(socket, server, sizes[at], buffer);
        }
        return new(handshake, first, last, ((IPEndPoint)socket.LocalEndPoint!).Port);
    }

    private static (TimeSpan First, TimeSpan Last) Ask(Socket socket, IPEndPoint server, long bytes, byte[] buffer)
    {
        var request = BitConverter.GetBytes(bytes);
        bytes = Math.Abs(bytes);
        var first = TimeSpan.Zero;
        var start = Stopwatch.GetTimestamp();
        socket.Send(request);
        for (var read = 0L; read < bytes; )
        {
            var more = socket.Receive(buffer);
            if (more == 0)
                throw new LabException($"{server} closed after {read} of {bytes} bytes");
            if (read == 0)
                first = Stopwatch.GetElapsedTime(start);
            read += more;
        }
        return (first, Stopwatch.GetElapsedTime(start));
    }
}
