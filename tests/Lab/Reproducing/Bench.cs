using System.Collections.Concurrent;
using System.Net;
using IwTune.Agent.Linux.Emulation;

namespace IwTune.Lab.Reproducing;

/// <summary>A server and a client with a path between them that can be changed, and a capture at either end.</summary>
internal sealed class Bench : IDisposable
{
    /// <summary>
    /// Fetches agree when they vary by no more than this and half a percent; the path's effect is constant, only other work varies.
    /// </summary>
    private static readonly TimeSpan Calm = TimeSpan.FromMilliseconds(1.5);

    /// <summary>The maximum number of fetches, as a multiple of the required number.</summary>
    private const int Patience = 3;

    /// <summary>Where packets are lost the kernel's timers take part, and they tick every 4 ms.</summary>
    private static readonly TimeSpan CalmWithLosses = TimeSpan.FromMilliseconds(10);

    public const string Link = "path0";
    private const string Network = "198.51.100.0/24";
    private const string ServerSide = "198.51.100.1";
    private const string ClientSide = "198.51.100.2";
    private static readonly string[] Controls = ["cubic", "reno"];
    private readonly NetNamespace server = Space("server");
    private readonly NetNamespace client = Space("client");
    private readonly EmulatedPath path;
    private readonly List<FetchServer> servers;
    private readonly ConcurrentQueue<PacketSeen> seen = [];
    private Conditions now = new(0);

    public Bench(PathSetup setup, ulong seed)
    {
        Setup = setup;
        path = NamespacePath.Join(server, client, Link, new(), new(), setup.Mtu, seed, seen.Enqueue);
        server.Ip($"addr add {ServerSide}/24 dev {Link}");
        client.Ip($"addr add {ClientSide}/24 dev {Link}");
        if (!setup.Timestamps)
            server.Sysctl("net.ipv4.tcp_timestamps", "0");
        servers = [.. Controls.Select((control, at) => FetchServer.Listen(server, PortOf(at), control))];
        // The first fetch compiles what measures the others.
        foreach (var at in Enumerable.Range(0, Controls.Length))
            FetchClient.Fetch(client, Address(at), 1, 1);
    }

    public PathSetup Setup { get; }

    public NetNamespace Server => server;

    /// <summary>Sets the conditions of the path and the server's initial window, from the next connection on.</summary>
    public void Prepare(Conditions conditions, int initCwnd, int? initRwnd = null)
    {
        Settle();
        foreach (var one in servers)
            one.Forget();
        var back = new PathShape { Delay = conditions.Rtt / 2 };
        path.Reshape(PathWay.ToLeft, back);
        path.Reshape(
            PathWay.ToRight,
            back with
            {
                RateBitsPerSecond = conditions.RateBitsPerSecond,
                QueuePackets = conditions.QueuePackets,
                LostDataPackets = conditions.Lost,
                Jitter = conditions.Jitter,
            }
        );
        now = conditions;
        Route(server, ServerSide, $"initcwnd {initCwnd}");
        Route(client, ClientSide, initRwnd is { } window ? $"initrwnd {window}" : "");
    }

    /// <summary>Fetches until enough agree, or the maximum is reached; those that agree best count.</summary>
    public Series Fetch(long bytes, string control = "cubic", int times = 5) =>
        FetchFrom(Address(Array.IndexOf(Controls, control)), bytes, times);

    /// <summary>Like <see cref="Fetch"/> from a server that hands its responses to the kernel in this way.</summary>
    public Series FetchWritten(long bytes, Writing way, int times = 5)
    {
        var at = servers.Count;
        using var written = FetchServer.Listen(server, PortOf(at), way: way);
        return FetchFrom(Address(at), bytes, times);
    }

    /// <summary>This number of fetches, all of which count.</summary>
    public Series FetchAll(long bytes, int times)
    {
        seen.Clear();
        var made = FetchClient.Fetch(client, Address(0), bytes, times);
        return new(made, made);
    }

    /// <summary>Like <see cref="Fetch"/> for the second fetch of connections that were idle between.</summary>
    public Series FetchAfterIdle(long bytes, TimeSpan idle, int times)
    {
        seen.Clear();
        var made = new List<Fetch>();
        while (made.Count < Patience * times && !IsCalm(made, times, Calm))
            made.Add(FetchClient.AfterIdle(client, Address(0), bytes, idle));
        return Steadiest(made, times, Calm);
    }

    /// <summary>
    /// Like <see cref="Fetch"/> for single fetches, each on a path that is quiet again: packets left by a lossy fetch must not affect the
    /// next.
    /// </summary>
    /// <param name="bytes">The size of the response.</param>
    /// <param name="times">The number that must agree.</param>
    /// <param name="closes">
    /// The server closes as soon as it has written everything, so that a FIN follows the last segment and reveals its loss.
    /// </param>
    public Series FetchApart(long bytes, int times = 5, bool closes = false)
    {
        seen.Clear();
        var made = new List<Fetch>();
        while (made.Count < Patience * times && !IsCalm(made, times, CalmWithLosses))
        {
            Settle();
            made.Add(closes ? FetchClient.Closed(client, Address(0), bytes) : FetchClient.Fetch(client, Address(0), bytes, 1)[0]);
        }
        return Steadiest(made, times, CalmWithLosses);
    }

    public TcpInfo AtStart(Fetch fetch) => servers.Select(one => one.TryAtStart(fetch.ClientPort)).First(info => info is not null)!;

    /// <summary>The longest time for which the receiver's window held back a response of a series.</summary>
    public TimeSpan HeldByReceiver(Series series) =>
        series.Fetches.Max(fetch =>
            servers.First(one => one.TryAtStart(fetch.ClientPort) is not null).AtEnd(fetch.ClientPort).HeldByReceiver
        );

    /// <summary>The capture of both ends of the path for one fetch of the last series.</summary>
    public Capture Of(Fetch fetch) =>
        new([.. seen.Where(one => one.Segment.SourcePort == fetch.ClientPort || one.Segment.DestinationPort == fetch.ClientPort)]);

    public void Dispose()
    {
        path.Dispose();
        foreach (var one in servers)
            one.Dispose();
        server.Dispose();
        client.Dispose();
    }

    private Series FetchFrom(IPEndPoint from, long bytes, int times)
    {
        seen.Clear();
        var made = FetchClient.Fetch(client, from, bytes, Patience * times, fetches => IsCalm(fetches, times, Calm));
        return Steadiest(made, times, Calm);
    }

    private static bool IsCalm(IReadOnlyList<Fetch> made, int times, TimeSpan calm) => Agreement.Of(made, times, calm) is not null;

    private static Series Steadiest(IReadOnlyList<Fetch> made, int times, TimeSpan calm) =>
        new(Agreement.OrClosest(made, times, calm), made);

    /// <summary>Waits until the path is empty: the last packets would have arrived and been answered.</summary>
    private void Settle()
    {
        var quiet = now.Rtt * 1.5 + TimeSpan.FromMilliseconds(20);
        var (before, since) = (Carried, TimeProvider.System.GetTimestamp());
        while (TimeProvider.System.GetElapsedTime(since) < quiet)
        {
            Agent.Linux.Probing.Remote.PromptThread.Pause(TimeSpan.FromMilliseconds(5));
            if (Carried is var carried && carried != before)
                (before, since) = (carried, TimeProvider.System.GetTimestamp());
        }
    }

    private long Carried => path.ToLeft.Carried + path.ToRight.Carried;

    private static int PortOf(int at) => 4000 + at;

    private static IPEndPoint Address(int at) => new(IPAddress.Parse(ServerSide), PortOf(at));

    private static void Route(NetNamespace space, string own, string metrics) =>
        space.Ip($"route replace {Network} dev {Link} src {own} proto kernel scope link {metrics}");

    private static NetNamespace Space(string role)
    {
        var space = NetNamespace.Create(role);
        // A link-local address appears at an unpredictable time, and sends its own packets on a path that counts them.
        space.Sysctl("net.ipv6.conf.default.addr_gen_mode", "1");
        return space;
    }
}
