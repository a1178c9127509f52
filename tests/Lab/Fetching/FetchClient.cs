using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace IwTune.Lab;

/// <summary>One fetch on a fresh connection.</summary>
/// <param name="Handshake">From connect's call to its return.</param>
/// <param name="Transfer">From the request's write to the last byte read.</param>
/// <param name="ClientPort">Names the connection on the server's side.</param>
public sealed record Fetch(TimeSpan Handshake, TimeSpan Transfer, int ClientPort);

/// <summary>Fetches from a <see cref="FetchServer"/> by the monotonic clock.</summary>
public static class FetchClient
{
    private static readonly int TimeLimit = (int)TimeSpan.FromSeconds(20).TotalMilliseconds;

    /// <summary>Fetches so many times, each on a fresh connection.</summary>
    public static IReadOnlyList<Fetch> Fetch(NetNamespace from, IPEndPoint server, long bytes, int times) => from.Run(() =>
    {
        var buffer = new byte[64 << 10];
        return Enumerable.Range(0, times).Select(_ => Once(server, bytes, buffer)).ToList();
    });

    /// <summary>
    /// Five fetches made while the machine had nothing better to do: a series that varies by more than a millisecond and a half
    /// is made again, up to eight times, and the steadiest one counts. What the path does is constant; only other work is not.
    /// </summary>
    public static IReadOnlyList<Fetch> Calm(NetNamespace from, IPEndPoint server, long bytes)
    {
        var series = Enumerable.Range(0, 8).Select(_ => Fetch(from, server, bytes, 5));
        IReadOnlyList<Fetch>? steadiest = null;
        foreach (var one in series)
        {
            if (steadiest is null || Spread(one) < Spread(steadiest)) steadiest = one;
            if (Spread(steadiest) <= TimeSpan.FromMilliseconds(1.5)) break;
        }
        return steadiest!;
    }

    /// <summary>The fetch whose transfer time is the median.</summary>
    public static Fetch Median(IEnumerable<Fetch> fetches)
    {
        var ordered = fetches.OrderBy(fetch => fetch.Transfer).ToList();
        return ordered[ordered.Count / 2];
    }

    private static TimeSpan Spread(IReadOnlyList<Fetch> series) =>
        Span(series.Select(fetch => fetch.Transfer)) + Span(series.Select(fetch => fetch.Handshake));

    private static TimeSpan Span(IEnumerable<TimeSpan> times) => times.Max() - times.Min();

    private static Fetch Once(IPEndPoint server, long bytes, byte[] buffer)
    {
        using var socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
            ReceiveTimeout = TimeLimit,
        };
        var start = Stopwatch.GetTimestamp();
        socket.Connect(server);
        var handshake = Stopwatch.GetElapsedTime(start);

        var request = BitConverter.GetBytes(bytes);
        start = Stopwatch.GetTimestamp();
        socket.Send(request);
        for (var read = 0L; read < bytes;)
        {
            var more = socket.Receive(buffer);
            if (more == 0) throw new LabException($"{server} closed after {read} of {bytes} bytes");
            read += more;
        }
        return new(handshake, Stopwatch.GetElapsedTime(start), ((IPEndPoint)socket.LocalEndPoint!).Port);
    }
}
