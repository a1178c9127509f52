using System.Globalization;
using System.Net;
using IwTune.Agent.Engine.Captures;
using IwTune.Agent.Linux.Emulation;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Engine.Captures;

/// <summary>
/// The kernel's own first flights on a path of 100 ms, captured at both ends, and what Wireshark and tcptrace say of the same files.
/// </summary>
public sealed class RealCaptureTests : IDisposable
{
    private const int Port = 4000;
    private const long Size = 50_000;
    private static readonly IPEndPoint Service = new(IPAddress.Parse("198.51.100.1"), Port);

    /// <summary>Each several times: on a busy machine the path may stand still. Such a run proves less, but nothing wrong.</summary>
    private static readonly int[] Windows = [10, 20, 10, 20, 10, 20];

    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-capture-").FullName;
    private readonly NetNamespace _server = Privileged.Namespace("srv");
    private readonly NetNamespace _client = Privileged.Namespace("cli");

    [Fact]
    public async Task Both_ends_show_the_window_of_the_route_and_the_bytes_that_Wireshark_and_tcptrace_count()
    {
        await CaptureAsync(Windows, lost: []);
        Is(CapturePlace.Sender, "server.pcapng");
        Is(CapturePlace.Receiver, "client.pcapng");
        foreach (var (flight, traced) in Read("server.pcapng").OrderBy(flight => flight.Connection.StartedAt).Zip(Traced("server.pcapng")))
        {
            Agrees(flight, traced);
            if (Proven(flight))
                Assert.Equal((flight.First!.Bytes, flight.Verdict.Segments!.Value), (traced.Number("initial window"), traced.Packets));
        }
        foreach (var (flight, traced) in Read("client.pcapng").OrderBy(flight => flight.Connection.StartedAt).Zip(Traced("client.pcapng")))
        {
            Agrees(flight, traced);
            // tcptrace's initial window ends with the first acknowledgement, which passes here before the flight is over.
            if (Proven(flight))
                Assert.InRange(traced.Number("initial window"), 1, flight.First!.Bytes - 1);
        }
    }

    [Fact]
    public async Task What_was_sent_again_is_what_tcptrace_counts()
    {
        var flight = await LossyAsync();
        var traced = Assert.Single(Traced("server.pcapng"));
        Agrees(flight, traced);
        Assert.Equal((FlightLimit.InitialWindow, 10L), (flight.Verdict.Limit, flight.Verdict.Segments));
        Assert.Equal(3L * flight.Connection.SegmentBytes!.Value, flight.First!.SentAgain);
        Assert.Equal(flight.First.SentAgain, traced.Number("rexmt data bytes"));
    }

    private static void Agrees(CapturedFlight flight, TracedConnection traced)
    {
        var (sent, received) = (flight.Connection.Sent, flight.Connection.Received);
        Assert.Equal(sent.Bytes, traced.Number("unique bytes sent"));
        Assert.Equal(received.Bytes, traced.Number("unique bytes sent", ofServer: false));
        foreach (var (side, ofServer) in new[] { (sent, true), (received, false) })
        {
            Assert.Equal((long)side.Syn!.Value.Options.Mss!, traced.Number("mss requested", ofServer));
            Assert.Equal((long)side.Syn.Value.Options.Scale!, traced.Number("adv wind scale", ofServer));
            Assert.Equal(side.Syn.Value.Options.Timestamps ? "Y/Y" : "Y/N", traced.Word("req 1323 ws/ts", ofServer));
        }
        // Each side's part of the handshake, rounded to tenths of a millisecond.
        Assert.InRange(flight.Connection.Handshake.RoundTrip!.Value / 1e6 - traced.RoundTrip, -0.11, 0.11);
    }

    /// <summary>A busy machine may send the second flight so late that it shows no window; then once more.</summary>
    private async Task<CapturedFlight> LossyAsync()
    {
        for (var attempt = 1; ; attempt++)
        {
            await CaptureAsync([10], lost: [3, 4, 8]);
            var flight = Assert.Single(Read("server.pcapng"));
            if (Proven(flight) || attempt == 3)
                return flight;
            foreach (var file in Directory.EnumerateFiles(_files))
                File.Delete(file);
        }
    }

    private async Task CaptureAsync(int[] windows, int[] lost)
    {
        foreach (var program in (string[])["dumpcap", "tshark", "tcptrace"])
            if (!Commands.Installed(program))
                Lacking.Skip($"{program} is not installed: apt-get install tshark tcptrace");
        var shape = new PathShape { Delay = TimeSpan.FromMilliseconds(50) };
        using var path = NamespacePath.Join(_server, _client, "p0", shape with { LostDataPackets = lost }, shape);
        _server.Ip("addr add 198.51.100.1/24 dev p0");
        _client.Ip("addr add 198.51.100.2/24 dev p0");
        using (var atServer = Capture(_server, "server.pcapng"))
        using (var atClient = Capture(_client, "client.pcapng"))
        {
            await atServer.WaitForLineAsync("File:");
            await atClient.WaitForLineAsync("File:");
            using (FetchServer.Listen(_server, Port))
                foreach (var window in windows)
                {
                    _server.Ip($"route change 198.51.100.0/24 dev p0 proto kernel scope link src 198.51.100.1 initcwnd {window}");
                    FetchClient.Fetch(_client, Service, Size, 1);
                }
            // The last acknowledgement is half a round trip under way.
            await Until.TrueAsync(() => Captured("server.pcapng") >= windows.Length * Size, () => "the capture lacks data");
            await Until.TrueAsync(() => Captured("client.pcapng") >= windows.Length * Size, () => "the capture lacks data");
            await atServer.InterruptAsync();
            await atClient.InterruptAsync();
        }
    }

    private IReadOnlyList<TracedConnection> Traced(string file) => TracedConnection.AllOf(Path.Combine(_files, file));

    public void Dispose()
    {
        _client.Dispose();
        _server.Dispose();
        Directory.Delete(_files, recursive: true);
    }

    private void Is(CapturePlace place, string file)
    {
        var flights = Read(file).OrderBy(flight => flight.Connection.StartedAt).ToList();
        Assert.All(flights, flight => Assert.Equal(place, flight.Place));
        Assert.Equal(Counted(file), flights.Select(flight => flight.Connection.Sent.Bytes));
        foreach (var (window, flight) in Windows.Zip(flights))
            Assert.InRange(flight.Verdict.Segments ?? 1, flight.Verdict.Limit == FlightLimit.InitialWindow ? window : 1, window);
        Assert.Equal([10L, 20L], flights.Where(Proven).Select(flight => flight.Verdict.Segments!.Value).Distinct().Order());
    }

    private static bool Proven(CapturedFlight flight) => flight.Verdict.Limit == FlightLimit.InitialWindow;

    private LabProcess Capture(NetNamespace at, string file) =>
        at.Start("dumpcap", "-q", "-i", "p0", "-s", "128", "-w", Path.Combine(_files, file));

    private long Captured(string file) =>
        File.Exists(Path.Combine(_files, file)) ? Read(file).Sum(flight => flight.Connection.Sent.Bytes) : 0;

    private List<CapturedFlight> Read(string file)
    {
        using var from = new FileStream(Path.Combine(_files, file), FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        var analysis = new CaptureAnalysis(new CaptureFilter(null, null));
        for (var reader = CaptureReader.Open(from, out _); reader?.Next(out var frame, out var head) == true; )
            analysis.Add(frame, head);
        return CapturedFlight.AllOf(analysis);
    }

    /// <summary>The server's data of each connection, in their order, without what was sent again.</summary>
    private IEnumerable<long> Counted(string file) =>
        Commands
            .Run(
                "tshark",
                "-r",
                Path.Combine(_files, file),
                "-Y",
                $"tcp.srcport == {Port} && tcp.len > 0",
                "-T",
                "fields",
                "-e",
                "tcp.stream",
                "-e",
                "tcp.seq",
                "-e",
                "tcp.len"
            )
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => Array.ConvertAll(line.Split('\t'), word => long.Parse(word, CultureInfo.InvariantCulture)))
            .GroupBy(row => row[0])
            .OrderBy(stream => stream.Key)
            // Relative numbers of data begin with 1.
            .Select(stream => stream.Max(row => row[1] + row[2]) - 1);
}
