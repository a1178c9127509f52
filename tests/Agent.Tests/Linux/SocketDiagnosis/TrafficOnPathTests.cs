using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Linux.Emulation;
using IwTune.Agent.Linux.SocketDiagnosis;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.SocketDiagnosis;

/// <summary>
/// Real connections over paths with known loss, from the kernel's report of their end to the judgement. Nothing is timed.
/// </summary>
public sealed class TrafficOnPathTests : IDisposable, ISampleSink
{
    private const int Port = 4000;
    private static readonly IPEndPoint Service = new(IPAddress.Parse("198.51.100.1"), Port);
    private readonly NetNamespace _server = Privileged.Namespace("srv");
    private readonly NetNamespace _client = Privileged.Namespace("cli");
    private readonly List<ConnectionSample> _samples = [];
    private readonly List<IDisposable> _open = [];
    private TrafficObserver? _observer;

    /// <summary>Measured in the same way elsewhere: threshold 21 = 0.7 × 30, 9 of 20 lost into a buffer of 10.</summary>
    [Fact]
    public async Task A_first_flight_that_overflows_the_buffer_is_told_as_lost()
    {
        Path(
            new PathShape
            {
                Delay = TimeSpan.FromMilliseconds(10),
                RateBitsPerSecond = 2e6,
                QueuePackets = 10,
            }
        );
        Window(20);
        var sample = (await FetchAsync("cubic", 50_000, 1))[0];
        Assert.True(sample.Connection.DataSentAgain >= 9, $"{sample}");
        Assert.InRange(sample.Connection.SlowStartThreshold!.Value, 2, 28);
        Assert.Equal(
            (20, true, true, "cubic"),
            (sample.InitialSegments, sample.FirstFlightLoss, sample.ExceededWindow, sample.Connection.CongestionControl)
        );
    }

    [Theory]
    [InlineData("cubic")]
    [InlineData("reno")]
    public async Task On_a_clean_path_no_size_ever_loses_in_its_first_flight(string congestion)
    {
        Path(new PathShape { Delay = TimeSpan.FromMilliseconds(10), RateBitsPerSecond = 50e6 });
        Window(10, Patient());
        foreach (var size in new[] { 500, 14_480, 14_481, 100_000, 600_000 })
            await FetchAsync(congestion, size, 4);
        Assert.All(_samples, sample => Assert.False(sample.FirstFlightLoss, $"{sample}"));
        Assert.Equal(20, _samples.Count);
    }

    [Theory]
    [InlineData("cubic")]
    [InlineData("bbr")]
    public async Task A_loss_in_a_flight_that_held_all_data_is_told_under_every_congestion_control(string congestion)
    {
        Path(new PathShape { Delay = TimeSpan.FromMilliseconds(10), LostDataPackets = [3] });
        Window(20);
        var sample = (await FetchAsync(congestion, 20_000, 1))[0];
        Assert.Equal((true, false, congestion), (sample.FirstFlightLoss, sample.ExceededWindow, sample.Connection.CongestionControl));
    }

    [Fact]
    public async Task A_loss_when_far_more_than_the_first_flight_was_under_way_is_no_loss_of_the_first_flight()
    {
        Path(new PathShape { Delay = TimeSpan.FromMilliseconds(20), LostDataPackets = [150] });
        Window(10, Patient());
        var sample = (await FetchAsync("reno", 400_000, 1))[0];
        Assert.True(sample.Connection.DataSentAgain > 0, $"{sample}");
        Assert.True(sample.Connection.SlowStartThreshold > 10, $"{sample}");
        Assert.False(sample.FirstFlightLoss);
    }

    [Fact]
    public async Task Beyond_its_window_bbr_cannot_be_judged()
    {
        Path(new PathShape { Delay = TimeSpan.FromMilliseconds(10), LostDataPackets = [3] });
        Window(10);
        Assert.Null((await FetchAsync("bbr", 100_000, 1))[0].FirstFlightLoss);
    }

    [Fact]
    public async Task What_a_small_send_buffer_and_a_small_peers_window_hold_back_is_told()
    {
        Path(new PathShape { Delay = TimeSpan.FromMilliseconds(20) });
        Window(40);
        var roomy = Listener(Port);
        var narrow = Listener(Port + 1, receiveBuffer: 4096);
        Send(narrow, Port + 1, sendBuffer: null);
        var samples = await SeenAsync(1);
        // The kernel starts this clock when the last of the buffer leaves while the writer already waits (tcp_cwnd_validate). It may miss
        // that in any one connection.
        for (var tries = 0; tries < 20 && !samples.Any(sample => sample.Connection.HeldBySendBuffer); tries++)
        {
            Send(roomy, Port, sendBuffer: 8192);
            samples = await SeenAsync(tries + 2);
        }
        Assert.Contains(samples, sample => sample.Connection.Remote.Port == Port && sample.Connection.HeldBySendBuffer);
        Assert.True(samples.Single(sample => sample.Connection.Remote.Port == Port + 1).Connection.HeldByPeer);
        var profile = Assert.Single(_observer!.Running()).Passive!.Profile!;
        Assert.True(profile is { HeldBySendBuffer: >= 1, HeldByPeer: >= 1 }, $"{profile}");
    }

    void ISampleSink.Add(ConnectionSample sample) => _samples.Add(sample);

    void ISampleSink.Lost() => Assert.Fail("ends of a few connections were lost");

    public void Dispose()
    {
        _open.Reverse();
        _open.ForEach(one => one.Dispose());
        _client.Dispose();
        _server.Dispose();
    }

    /// <summary>Shapes the server's direction; the return path only adds delay.</summary>
    private void Path(PathShape shape)
    {
        _open.Add(NamespacePath.Join(_server, _client, "p0", shape, new PathShape { Delay = shape.Delay }));
        _server.Ip("addr add 198.51.100.1/24 dev p0");
        _client.Ip("addr add 198.51.100.2/24 dev p0");
        _server.Sysctl("net.ipv4.tcp_no_metrics_save", "1");
        var feed = _server.Run(() => new LinuxConnections().Open());
        _open.Add(feed);
        _observer = new TrafficObserver(feed, new TestClock()) { Sinks = [this] };
    }

    private void Window(int segments, string more = "") =>
        _server.Ip($"route change 198.51.100.0/24 dev p0 proto kernel scope link src 198.51.100.1 initcwnd {segments} {more}".TrimEnd());

    /// <summary>
    /// A machine that delays the path for a while must not look like loss: no tail-loss probes, and time-outs only after seconds.
    /// </summary>
    private string Patient()
    {
        _server.Sysctl("net.ipv4.tcp_early_retrans", "0");
        return "rto_min 5s";
    }

    private async Task<IReadOnlyList<ConnectionSample>> FetchAsync(string congestion, long bytes, int times)
    {
        var before = _samples.Count;
        _server.Run(_observer!.Look);
        using (FetchServer.Listen(_server, Port, congestion))
        {
            _server.Run(_observer.Look); // so that the listener is known
            FetchClient.Fetch(_client, Service, bytes, times);
            await SeenAsync(before + times);
        }
        return _samples[before..];
    }

    private async Task<IReadOnlyList<ConnectionSample>> SeenAsync(int count)
    {
        await Until.TrueAsync(
            () =>
            {
                _server.Run(_observer!.Look);
                return _samples.Count >= count;
            },
            () => $"{_samples.Count} of {count} ends were told"
        );
        return _samples;
    }

    private Socket Listener(int port, int? receiveBuffer = null)
    {
        var listener = _client.Run(() => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
        _open.Add(listener);
        if (receiveBuffer is { } bytes)
            listener.ReceiveBufferSize = bytes;
        listener.Bind(new IPEndPoint(IPAddress.Any, port));
        listener.Listen();
        return listener;
    }

    private void Send(Socket listener, int port, int? sendBuffer)
    {
        using var here = _server.Run(() => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
        if (sendBuffer is { } bytes)
            here.SendBufferSize = bytes;
        here.Connect("198.51.100.2", port);
        using var there = listener.Accept();
        there.ReceiveTimeout = 45_000;
        var sending = Task.Run(() =>
        {
            here.Send(new byte[200_000]);
            here.Shutdown(SocketShutdown.Send);
        });
        var buffer = new byte[16_384];
        while (there.Receive(buffer) > 0) { }
        sending.Wait();
    }
}
