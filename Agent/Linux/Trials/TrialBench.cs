using System.Net;
using IwTune.Agent.Engine.Trials;
using IwTune.Agent.Linux.Emulation;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Trials;

/// <summary>
/// A client's and a server's network of this process alone, joined by an emulated path for each run. Nothing of the host is touched, and
/// everything is gone with the process, however that ends.
/// </summary>
internal sealed class TrialBench : IDisposable
{
    private const string Link = "path0";
    private const int Port = 80,
        HeaderBytes = 52;
    private static readonly IPAddress ClientAddress = IPAddress.Parse("198.51.100.1"),
        ServerAddress = IPAddress.Parse("198.51.100.2"); // RFC 5737

    private readonly PrivateNetwork _client;
    private readonly PrivateNetwork _server;
    private readonly TimeProvider _clock;

    private TrialBench(PrivateNetwork client, PrivateNetwork server, TimeProvider clock) =>
        (_client, _server, _clock) = (client, server, clock);

    /// <summary>Makes both networks.</summary>
    /// <exception cref="HostUnsupportedException">This process may not make networks of its own.</exception>
    public static TrialBench Open(TimeProvider clock)
    {
        var client = PrivateNetwork.Create();
        try
        {
            var bench = new TrialBench(client, PrivateNetwork.Create(), clock);
            // What the kernel remembers of one connection must not decide the next one's window.
            bench._server.Run(() => PrivateNetwork.Set("/proc/sys/net/ipv4/tcp_no_metrics_save", "1"));
            return bench;
        }
        catch
        {
            client.Dispose();
            throw;
        }
    }

    /// <summary>Tries one window once.</summary>
    /// <param name="trial">What is tried.</param>
    /// <param name="window">Initial window of the server's route, segments.</param>
    /// <param name="run">Which run it is; decides jitter together with the seed.</param>
    /// <param name="progress">Gets the bytes that have arrived, a few times a second.</param>
    /// <param name="packets">Gets every packet; <see langword="null"/> when they are not kept.</param>
    /// <param name="ct">Ends it.</param>
    /// <exception cref="HostUnsupportedException">The path or the congestion control is not available here.</exception>
    /// <exception cref="TrialFailedException">A connection broke or did not end in time.</exception>
    public async Task<TrialRun> RunAsync(
        Trial trial,
        int window,
        int run,
        Action<long> progress,
        TrialPackets? packets,
        CancellationToken ct
    )
    {
        var tap = new FlightTap(trial.SizeBytes);
        using var path = Join(
            trial,
            run,
            (packet, bytes) =>
            {
                tap.See(packet);
                packets?.See(packet, bytes);
            }
        );
        _server.Run(() => SetWindow(window));
        using var server = _server.Run(() =>
            TrialServer.Open(new IPEndPoint(ServerAddress, Port), trial.SizeBytes, trial.CongestionControl)
        );
        using var clients = _client.Run(() => TrialClients.Open(trial.Connections));
        await clients.FetchAsync(new IPEndPoint(ServerAddress, Port), trial, () => progress(tap.Arrived), _clock, ct);
        var sent = new List<TrialServer.Sent>();
        foreach (var port in clients.Ports)
            sent.Add(await server.OfAsync(port).WaitAsync(TrialClients.PatienceFor(trial), _clock, ct));
        path.Dispose();
        return Result(trial, window, tap, clients.Ports, sent, path);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _client.Dispose();
        _server.Dispose();
    }

    private EmulatedPath Join(Trial trial, int run, PathTap tap)
    {
        var left = _client.Run(() => Interface(ClientAddress, trial.Mss + HeaderBytes));
        try
        {
            var right = _server.Run(() => Interface(ServerAddress, trial.Mss + HeaderBytes));
            var there = new PathShape { Delay = trial.Rtt / 2 };
            var back = there with
            {
                RateBitsPerSecond = trial.RateBitsPerSecond,
                QueuePackets = trial.QueuePackets,
                LostDataPackets = trial.Lost,
                Jitter = trial.Jitter,
            };
            return EmulatedPath.Join(left, right, there, back, trial.Seed + ((ulong)run << 32), tap);
        }
        catch
        {
            left.Dispose();
            throw;
        }
    }

    private static TunDevice Interface(IPAddress address, int mtu)
    {
        var made = TunDevice.Open(Link, mtu);
        LinkSetup.AddAddress(Link, address, prefixLength: 24);
        return made;
    }

    private static void SetWindow(int window)
    {
        const string tried = "setting the window of the route to the client";
        using var socket = NetlinkSocket.Open();
        var (answer, error) = socket.Get(tried, RouteRequests.Lookup(ClientAddress));
        if (answer is { } row)
            error = socket.Change(tried, RouteMessage.Read(row.Body).ReplaceRequest(new Window(window, null)));
        if (error is not null)
            throw new HostUnsupportedException($"{tried}: {error}");
    }

    private static TrialRun Result(
        Trial trial,
        int window,
        FlightTap tap,
        IReadOnlyList<int> ports,
        List<TrialServer.Sent> sent,
        EmulatedPath path
    )
    {
        var (times, again) = (new List<TimeSpan>(), 0);
        for (var i = 0; i < ports.Count; i++)
        {
            if (sent[i].Cwnd != window)
                throw new TrialFailedException(
                    $"A connection started with {sent[i].Cwnd} segments instead of {window}: another program on this host sets windows, "
                        + "such as a sock_ops program."
                );
            times.Add(
                tap.Of(ports[i]).Took
                    ?? throw new TrialFailedException("A response reached the client, but the emulated path did not see all of it.")
            );
            again += sent[i].SegmentsAgain;
        }
        var name = FormattableString.Invariant($"IW {window}");
        return new TrialRun(
            window,
            times,
            again,
            path.ToLeft.Lost,
            path.ToLeft.QueueHigh,
            path.HeldUp,
            tap.Of(ports[0]).ToArm(name, window, trial.Mss, sent[0].Scale)
        );
    }
}
