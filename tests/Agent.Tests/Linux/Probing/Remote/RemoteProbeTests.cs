using IwTune.Agent.Linux.Probing.Remote;
using IwTune.Lab;
using IwTune.Lab.Serving;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Linux.Probing.Remote;

/// <summary>
/// The initial windows of real servers on real paths. Every window, round-trip time, congestion control and protocol appears here;
/// `iwtune-lab probe` reads all their combinations.
/// </summary>
public sealed class RemoteProbeTests
{
    private const int MostAgain = 10,
        Late = 50_000;

    [Theory]
    [InlineData(0, "cubic", false, 1, 10, 44, 100)]
    [InlineData(0, "bbr", true, 2, 16, 64)]
    [InlineData(7, "bbr", false, 3, 30)]
    [InlineData(7, "reno", true, 1, 32)]
    [InlineData(33, "cubic", true, 4, 100)]
    [InlineData(33, "bbr", false, 10, 64)]
    [InlineData(100, "reno", false, 20)]
    [InlineData(100, "bbr", true, 44)]
    [InlineData(255, "bbr", false, 16)]
    [InlineData(255, "cubic", false, 2)]
    public async Task The_window_is_read_exactly(int rtt, string congestionControl, bool tls, params int[] windows)
    {
        Privileged.Require();
        using var path = new RemotePath(TimeSpan.FromMilliseconds(rtt));
        using var certificate = tls ? Certificates.OfSize(80_000) : null;
        using var server = PageServer.Listen(path.Server, 8000, congestionControl, new Page(200_000), certificate);
        var least = long.MaxValue;
        foreach (var window in windows)
        {
            path.StartWith(window);
            await ReadAsync(window);
        }
        // A busy machine is late with some packets, and with none of them too early.
        for (var again = 0; again < MostAgain && least > (rtt * 1000) + Late; again++)
            await ReadAsync(windows[^1]);
        Assert.InRange(least, rtt * 1000, (rtt * 1000) + Late);

        async Task ReadAsync(int window)
        {
            var read = await MeasureAsync(path, tls);
            Assert.Equal((window, FlightVerdict.IwLimited), (read.Count.Segments, read.Count.Verdict));
            Assert.Equal((524, window * 524L), (read.Mss, read.Count.Bytes));
            least = Math.Min(least, read.RttMicroseconds);
        }
    }

    [Theory]
    [InlineData(false, 9 * 524)]
    [InlineData(true, 3000)]
    public async Task An_answer_shorter_than_the_window_gives_no_window(bool tls, int bytes)
    {
        Privileged.Require();
        using var path = new RemotePath(TimeSpan.FromMilliseconds(7));
        using var certificate = tls ? Certificates.OfSize(bytes) : null;
        using var server = PageServer.Listen(path.Server, 8000, "cubic", new Page(bytes), certificate);
        path.StartWith(32);
        var read = await MeasureAsync(path, tls);
        Assert.Equal(FlightVerdict.DataLimited, read.Count.Verdict);
        Assert.InRange(read.Count.Segments, bytes / 524, 31);
        Assert.Equal((read.Count.Bytes + 523) / 524, read.Count.Segments);
    }

    [Fact]
    public async Task An_answer_of_the_windows_very_size_gives_no_window()
    {
        Privileged.Require();
        using var path = new RemotePath(TimeSpan.FromMilliseconds(7));
        using var server = PageServer.Listen(path.Server, 8000, "cubic", new Page((10 * 524) - Head(5240)));
        path.StartWith(10);
        var read = await MeasureAsync(path, tls: false);
        Assert.Equal(new FlightCount(10, FlightVerdict.DataLimited, 5240), read.Count);
    }

    [Fact]
    public async Task Smaller_segments_make_enough_of_a_short_answer()
    {
        Privileged.Require();
        using var path = new RemotePath(TimeSpan.FromMilliseconds(7));
        using var certificate = Certificates.OfSize(3000);
        using var server = PageServer.Listen(path.Server, 8000, "cubic", new Page(100), certificate);
        path.StartWith(32);
        var read = await MeasureAsync(path, tls: true, mss: 88);
        Assert.Equal((new FlightCount(32, FlightVerdict.IwLimited, 32 * 76), 76), (read.Count, read.Mss));
    }

    [Fact]
    public async Task A_receive_window_that_was_full_is_named()
    {
        Privileged.Require();
        using var path = new RemotePath(TimeSpan.FromMilliseconds(7));
        using var server = PageServer.Listen(path.Server, 8000, "cubic", new Page(200_000));
        path.StartWith(100);
        path.Client.Ip("route replace 10.96.0.0/24 dev path0 proto kernel scope link src 10.96.0.1 initrwnd 20");
        var read = await MeasureAsync(path, tls: false);
        Assert.True(read.Count.Verdict == FlightVerdict.PeerWindowLimited, $"{read}");
        Assert.InRange(read.Count.Segments, 19, 21);
    }

    [Theory]
    [InlineData(0, 10, 16)]
    [InlineData(7, 10, 16)]
    [InlineData(33, 11)]
    public async Task A_server_that_writes_its_head_apart_is_read_exactly(int rtt, params int[] windows)
    {
        Privileged.Require();
        using var path = new RemotePath(TimeSpan.FromMilliseconds(rtt));
        using var server = PageServer.Listen(path.Server, 8000, "cubic", new Page(50_000) { Pause = TimeSpan.Zero });
        foreach (var window in windows)
        {
            path.StartWith(window);
            var read = await MeasureAsync(path, tls: false);
            Assert.Equal((window, FlightVerdict.IwLimited), (read.Count.Segments, read.Count.Verdict));
        }
    }

    [Theory]
    [InlineData(7, 10, 20)]
    [InlineData(7, 16, 40)]
    [InlineData(33, 10, 90)]
    [InlineData(100, 10, 250)]
    public async Task A_server_that_pauses_after_its_head_gives_no_wrong_number(int rtt, int window, int pause)
    {
        Privileged.Require();
        using var path = new RemotePath(TimeSpan.FromMilliseconds(rtt));
        using var server = PageServer.Listen(path.Server, 8000, "cubic", new Page(50_000) { Pause = TimeSpan.FromMilliseconds(pause) });
        path.StartWith(window);
        switch (await OutcomeAsync(path, tls: false, mss: 536))
        {
            case ProbeOutcome.Measured measured:
                Assert.True(
                    measured.Window.Count is { Segments: var segments, Verdict: FlightVerdict.IwLimited } && segments == window,
                    $"{measured.Window}"
                );
                break;
            case ProbeOutcome.Failed failed:
                Assert.Equal(ProbeFailureKind.Undecided, failed.Failure.Kind);
                Assert.Matches("in pieces|more of its answer later|paused within its answer|late for the flight", failed.Failure.Text);
                break;
        }
    }

    private static int Head(int total) => $"HTTP/1.1 200 OK\r\nContent-Length: {total}\r\nConnection: close\r\n\r\n".Length;

    /// <summary>A busy machine splits answers, and the probe then reports that it cannot decide: it is run again.</summary>
    private static async Task<RemoteWindow> MeasureAsync(RemotePath path, bool tls, int mss = 536)
    {
        ProbeOutcome outcome = null!;
        await Until.TrueAsync(
            async () =>
                (outcome = await OutcomeAsync(path, tls, mss)) is not ProbeOutcome.Failed { Failure.Kind: ProbeFailureKind.Undecided },
            () => $"{outcome}"
        );
        return outcome is ProbeOutcome.Measured measured ? measured.Window : throw new InvalidOperationException($"{outcome}");
    }

    private static Task<ProbeOutcome> OutcomeAsync(RemotePath path, bool tls, int mss)
    {
        var service = new Destination("server.example", RemotePath.At(8000), tls, "/", mss);
        return path.Client.RunAsync(() => new RemoteProbe(TimeProvider.System).MeasureAsync(service, _ => { }, CancellationToken.None));
    }
}
