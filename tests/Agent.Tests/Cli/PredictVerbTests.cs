using System.Text.Json.Nodes;
using System.Xml.Linq;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

[Collection("command line")]
public sealed class PredictVerbTests : IDisposable
{
    private readonly Bench _bench = new();
    private readonly Shell _shell;

    public PredictVerbTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task The_rows_say_rounds_and_milliseconds()
    {
        var said = await _shell.RunAsync("predict", "--size", "13516", "--rtt", "61ms", "--iw", "3,10", "--mss", "1448", "--json");
        Assert.Equal(0, said.Exit);
        Assert.Equal(
            [
                """{"size":13516,"rttMs":61,"iw":3,"rounds":3,"ms":183}""",
                """{"size":13516,"rttMs":61,"iw":10,"rounds":1,"ms":61,"savedMs":122}""",
            ],
            JsonNode.Parse(said.Out)!["rows"]!.AsArray().Select(row => row!.ToJsonString())
        );
    }

    [Fact]
    public async Task The_table_is_aligned_on_the_right_and_says_what_is_saved()
    {
        var said = await _shell.RunAsync("predict", "--size", "34kB", "--rtt", "316ms", "--iw", "2,10");
        Assert.Equal(
            """
             SIZE  RTT ms  IW  ROUNDS  TIME ms    SAVED ms
            34000     316   2       4     1264
            34000     316  10       2      632  632 (50 %)
            From the request's first byte to the response's last one; by the closed form of slow start, without loss.

            """,
            said.Out
        );
    }

    [Theory]
    [InlineData("34kB", 34_000)]
    [InlineData("34k", 34_000)]
    [InlineData("64KiB", 65_536)]
    [InlineData("1.5MB", 1_500_000)]
    [InlineData("2M", 2_000_000)]
    [InlineData("13516", 13_516)]
    [InlineData("13516B", 13_516)]
    [InlineData("1GiB", 1_073_741_824)]
    [InlineData("1TiB", 1_099_511_627_776)]
    public Task Sizes_are_written_as_people_do(string text, long bytes) => ColumnIsAsync([bytes], "size", "--size", text, "--iw", "10");

    [Theory]
    [InlineData("10Mbit/s", "10 Mbit/s")]
    [InlineData("10Mbps", "10 Mbit/s")]
    [InlineData("2.5M", "2.5 Mbit/s")]
    [InlineData("500kbit", "500 kbit/s")]
    [InlineData("1G", "1 Gbit/s")]
    [InlineData("56000", "56 kbit/s")]
    public async Task Rates_are_written_as_people_do(string text, string rate)
    {
        var said = await _shell.RunAsync("predict", "--size", "34kB", "--rtt", "50ms", "--iw", "10", "--rate", text);
        Assert.Contains($"to the response's last one, at {rate}; by the closed form", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_was_made_difficult_is_said()
    {
        var said = await _shell.RunAsync("predict", "--size", "34kB", "--iw", "20", "--loss", "3..5", "--pacing", "fq");
        Assert.Contains("paced at 2 windows a round trip, with 3 packets lost; event by event.", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_packet_that_is_never_sent_cannot_be_lost()
    {
        var said = await _shell.RunAsync("predict", "--size", "14480", "--iw", "10", "--loss", "2,99");
        Assert.Equal((64, ""), (said.Exit, said.Out));
        Assert.Equal("--loss 99: at most 11 packets are sent. Name one of them. Nothing was done.\n", said.Error);
    }

    [Fact]
    public async Task Sizes_times_and_windows_may_be_several_and_ranges()
    {
        string[] asked = ["--size", "10kB,50kB", "--rtt", "7ms,255ms", "--iw", "3,8..10"];
        await ColumnIsAsync([3, 8, 9, 10, 3, 8, 9, 10, 3, 8, 9, 10, 3, 8, 9, 10], "iw", asked);
        await ColumnIsAsync([7, 7, 7, 7, 255, 255, 255, 255, 7, 7, 7, 7, 255, 255, 255, 255], "rttMs", asked);
    }

    [Fact]
    public async Task Handshakes_and_the_servers_time_are_counted_when_asked()
    {
        string[] asked = ["--size", "10kB", "--rtt", "100ms", "--iw", "10"];
        await ColumnIsAsync([100], "ms", asked);
        await ColumnIsAsync([200], "ms", [.. asked, "--fresh"]);
        await ColumnIsAsync([300], "ms", [.. asked, "--tls", "1.3"]);
        await ColumnIsAsync([420], "ms", [.. asked, "--tls", "1.2", "--fresh", "--server-time", "20ms"]);
    }

    /// <summary>10 and 32 datagrams of 1165 bytes of the response: 11,650 and 37,280 bytes.</summary>
    [Fact]
    public async Task Quic_has_its_own_packets_windows_and_handshake()
    {
        string[] asked = ["--size", "11650,11651,37280,37281", "--rtt", "100ms", "--quic"];
        await ColumnIsAsync([1, 1, 2, 1, 3, 1, 3, 2], "rounds", asked);
        await ColumnIsAsync([200, 200, 300, 200, 400, 200, 400, 300], "ms", [.. asked, "--fresh"]);
        var said = await _shell.RunAsync(["predict", .. asked, "--fresh"]);
        Assert.Contains("From the first packet of the handshake", said.Out, StringComparison.Ordinal);
        Assert.Contains("over QUIC with 1165 bytes of it in a datagram", said.Out, StringComparison.Ordinal);
        Assert.Contains("10 datagrams of 1200 bytes", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_cache_that_answers_over_quic_asks_its_origin_over_tcp()
    {
        string[] asked = ["--size", "14480", "--rtt", "20ms", "--iw", "32", "--miss", "--origin-rtt", "100ms"];
        await ColumnIsAsync([120], "ms", asked);
        await ColumnIsAsync([120], "ms", [.. asked, "--quic"]);
    }

    [Theory]
    [InlineData("--tls", "1.3", "contains that of TLS 1.3")]
    [InlineData("--loss", "3", "TCP's recovery of losses")]
    [InlineData("--growth", "packets", "TCP's recovery of losses")]
    [InlineData("--peer-window", "linux", "flow control")]
    public async Task What_only_tcp_has_is_refused_with_quic(string option, string value, string why)
    {
        var said = await _shell.RunAsync("predict", "--size", "34kB", "--quic", option, value);
        Assert.Equal(64, said.Exit);
        Assert.Contains(why, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Quic_may_be_paced() =>
        Assert.Equal(0, (await _shell.RunAsync("predict", "--size", "34kB", "--quic", "--pacing", "fq")).Exit);

    /// <summary>45 whole segments of 1448 bytes in 65,535: every later flight has the same size.</summary>
    [Fact]
    public async Task A_receiver_without_scaling_holds_every_flight_at_64_kib()
    {
        string[] asked = ["--size", "300kB", "--rtt", "100ms", "--iw", "64"];
        await ColumnIsAsync([3], "rounds", [.. asked, "--peer-window", "linux"]);
        await ColumnIsAsync([5], "rounds", [.. asked, "--peer-window", "unscaled"]);
        await ColumnIsAsync([45], "effective", [.. asked, "--peer-window", "unscaled"]);
    }

    /// <summary>Measured on Linux at 2 Mbit/s behind a buffer of 10: 354, 367, 597 and 1129 ms.</summary>
    [Fact]
    public async Task A_shallow_buffer_is_followed_segment_by_segment()
    {
        var said = await _shell.RunAsync(
            "predict",
            "--size",
            "50kB",
            "--rtt",
            "100ms",
            "--iw",
            "10,20,32,44",
            "--rate",
            "2Mbit/s",
            "--buffer",
            "10"
        );
        Assert.Contains("9 of 44", said.Out, StringComparison.Ordinal);
        Assert.Contains("behind a buffer of 10 packets; event by event", said.Out, StringComparison.Ordinal);
        Assert.Contains("-242.7 (-69 %)", said.Out, StringComparison.Ordinal);
    }

    /// <summary>2 Mbit/s × 100 ms; Sydney to New York.</summary>
    [Fact]
    public async Task What_the_path_alone_decides_is_told()
    {
        var said = await _shell.RunAsync("predict", "--size", "50kB", "--rtt", "100ms", "--iw", "10", "--rate", "2M", "--buffer", "10");
        Assert.Contains("the path holds 25 kB: a window beyond 18 segments gains nothing.", said.Out, StringComparison.Ordinal);
        Assert.Contains("A first flight of 11 is the largest", said.Out, StringComparison.Ordinal);
        var far = await _shell.RunAsync("predict", "--size", "34kB", "--rtt", "316ms", "--iw", "2,10", "--distance", "15988km");
        Assert.Contains("Light needs 106.7 ms for 15,988 km and back", far.Out, StringComparison.Ordinal);
        var impossible = await _shell.RunAsync("predict", "--size", "34kB", "--rtt", "50ms", "--distance", "15988");
        Assert.Equal(64, impossible.Exit);
        Assert.Contains("faster than light", impossible.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_largest_that_can_be_written_is_computed_or_refused()
    {
        Assert.Equal(
            0,
            (
                await _shell.RunAsync(
                    "predict",
                    "--size",
                    "1TiB",
                    "--rtt",
                    "1m",
                    "--iw",
                    "1,1023",
                    "--rate",
                    "1kbit",
                    "--peer-window",
                    "1B"
                )
            ).Exit
        );
        var said = await _shell.RunAsync("predict", "--size", "1TiB", "--mss", "1");
        Assert.Equal(64, said.Exit);
        Assert.Contains("or for a larger --mss", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_peers_window_is_named_where_it_binds()
    {
        var said = await _shell.RunAsync("predict", "--size", "300kB", "--rtt", "100ms", "--iw", "44,100", "--peer-window", "linux");
        Assert.Contains("44 (peer's window)", said.Out, StringComparison.Ordinal);
        await ColumnIsAsync([3, 3], "rounds", "--size", "300kB", "--rtt", "100ms", "--iw", "44,100", "--peer-window", "linux");
        await ColumnIsAsync([4], "rounds", "--size", "50kB", "--iw", "10", "--peer-window", "14480");
    }

    /// <summary>RFC 6928 §5.1: 33 segments take 5 rounds with three, 3 with ten.</summary>
    [Fact]
    public Task Growth_by_packets_is_the_table_of_rfc_6928() =>
        ColumnIsAsync([5, 3], "rounds", "--size", "47784", "--iw", "3,10", "--growth", "packets");

    /// <summary>One segment alone is acknowledged after 200 ms at most: 100 + 100 + 200 ms for two flights.</summary>
    [Fact]
    public Task A_flight_of_one_segment_does_not_wait_for_ever() =>
        ColumnIsAsync([400], "ms", "--size", "2000", "--rtt", "100ms", "--iw", "1", "--growth", "packets");

    [Fact]
    public Task A_lost_packet_costs_a_round_trip() =>
        ColumnIsAsync([200], "ms", "--size", "14480", "--rtt", "100ms", "--iw", "10", "--loss", "1");

    [Fact]
    public async Task Csv_has_the_same_columns_whatever_is_asked()
    {
        var plain = await _shell.RunAsync("predict", "--size", "34kB", "--iw", "2,10", "--csv");
        Assert.Equal(
            "size,rtt_ms,iw,rounds,ms,saved_ms,first_flight,sent,sent_again,timeouts,origin_ms\n"
                + "34000,50,2,4,200,,,,,,\n34000,50,10,2,100,100,,,,,\n",
            plain.Out
        );
        var followed = await _shell.RunAsync("predict", "--size", "34kB", "--iw", "2", "--csv", "--growth", "packets");
        Assert.Equal(plain.Out.Split('\n')[0], followed.Out.Split('\n')[0]);
    }

    [Fact]
    public async Task A_plot_is_drawn_with_a_line_for_each_window()
    {
        var file = _shell.File("plot.svg", "");
        var said = await _shell.RunAsync("predict", "--size", "34kB", "--rtt", "316ms", "--iw", "2,10", "--plot", file);
        Assert.EndsWith($"Drawn: {file}\n", said.Out, StringComparison.Ordinal);
        var words = XDocument.Load(file).Descendants().Select(e => e.Value).ToList();
        Assert.Contains("IW 10 · 632 ms", words);
        Assert.Contains("IW 2 · 1,264 ms", words);
        Assert.Contains("Time since the request (ms)", words);
    }

    [Fact]
    public async Task A_heat_map_stands_in_the_terminal_and_in_a_file()
    {
        var file = _shell.File("map.svg", "");
        var said = await _shell.RunAsync("predict", "--size", "10kB,100kB", "--rtt", "80ms", "--iw", "1..64", "--heatmap", file);
        Assert.Contains("  7..9    80*    320\n", said.Out, StringComparison.Ordinal);
        Assert.Contains("24..64    80     160*\n", said.Out, StringComparison.Ordinal);
        Assert.Equal("img", XDocument.Load(file).Root!.Attribute("role")!.Value);
    }

    [Fact]
    public async Task Drawings_do_not_disturb_what_programs_read()
    {
        var said = await _shell.RunAsync("predict", "--size", "34kB", "--json", "--plot", _shell.File("plot.svg", ""));
        Assert.NotNull(JsonNode.Parse(said.Out));
        Assert.StartsWith("Drawn: ", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Everything_that_is_wrong_is_told_at_once()
    {
        var said = await _shell.RunAsync(
            "predict",
            "--size",
            "0,x",
            "--rtt",
            "3,5h",
            "--iw",
            "0,3..1,70000",
            "--buffer",
            "3",
            "--peer-window",
            "no",
            "--tls",
            "1",
            "--growth",
            "x",
            "--loss",
            "0",
            "--plot",
            "a.png",
            "--json",
            "--csv",
            "--mss",
            "0",
            "--server-time",
            "5"
        );
        Assert.Equal((64, said.Error.TrimEnd()), (said.Exit, JsonNode.Parse(said.Out)!["text"]!.GetValue<string>()));
        foreach (
            var wrong in (string[])
                [
                    "--size '0'",
                    "--size 'x'",
                    "--rtt '3'",
                    "--rtt '5h'",
                    "--iw '0'",
                    "--iw '3..1'",
                    "--iw '70000'",
                    "--buffer: packets only wait",
                    "--peer-window 'no'",
                    "--tls '1'",
                    "--growth 'x'",
                    "--loss '0'",
                    "--plot 'a.png'",
                    "--json and --csv",
                    "--mss '0'",
                    "--server-time '5'",
                ]
        )
            Assert.Contains(wrong, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Too_much_is_refused_with_the_way_out()
    {
        var said = await _shell.RunAsync(
            "predict",
            "--size",
            "1GB,2GB",
            "--rtt",
            "1ms,2ms",
            "--rate",
            "1G",
            "--buffer",
            "10",
            "--plot",
            "x.svg",
            "--heatmap"
        );
        Assert.Equal((64, ""), (said.Exit, said.Out));
        Assert.Contains("at most 50,000 are followed", said.Error, StringComparison.Ordinal);
        Assert.Contains("--plot: draws one size", said.Error, StringComparison.Ordinal);
        Assert.Contains("--heatmap: shows windows against", said.Error, StringComparison.Ordinal);
        Assert.Contains(
            "10,230 rows",
            (await _shell.RunAsync("predict", "--size", "1,2,3,4,5,6,7,8,9,10", "--iw", "1..1023")).Error,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_drawing_that_cannot_be_written_is_told()
    {
        var said = await _shell.RunAsync("predict", "--size", "34kB", "--plot", Path.Combine(_shell.File("a-file", ""), "plot.svg"));
        Assert.Equal(64, said.Exit);
        Assert.Contains("could not be written", said.Error, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    private async Task ColumnIsAsync(long[] expected, string name, params string[] asked)
    {
        var said = await _shell.RunAsync(["predict", "--json", .. asked]);
        Assert.Equal("", said.Error);
        Assert.Equal(
            expected,
            JsonNode.Parse(said.Out)!["rows"]!.AsArray().Select(row => (long)Math.Round(row![name]!.GetValue<double>()))
        );
    }
}
