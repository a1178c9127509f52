using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Engine.Captures;

namespace IwTune.Agent.Tests.Cli;

[Collection("command line")]
public sealed class FlightVerbTests : IDisposable
{
    private readonly Bench _bench = new();
    private readonly Shell _shell;

    public FlightVerbTests() => _shell = new Shell(_bench);

    private static byte[] Two =>
        CaptureWriter.Pcap([
            .. new Talk().Respond(10, 40).Ordered,
            .. new Talk { ClientPort = 40001, Start = 9000 }
                .Respond(4, 4)
                .Server(9300, 4 * Talk.Mss, 0, Wire.Fin | Wire.Ack, 100)
                .Ordered,
        ]);

    [Fact]
    public async Task The_table_has_a_row_for_each_connection_and_a_summary()
    {
        _shell.InputBytes = Two;
        var said = await _shell.RunAsync("flight", "-");
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.Equal(
            """
            SENDER                 RECEIVER         BYTES  RTT ms  SEEN AT        MSS  SCALE  RECEIVER'S WINDOW  FIRST FLIGHT  SEGMENTS  LIMITED BY      AGAIN  NEXT FLIGHTS
            192.0.2.2:80 (server)  192.0.2.1:40000  57920   100.0  sender   1460/1460    7/7       64240, 64256         14480        10  initial window         28960 14480
            192.0.2.2:80 (server)  192.0.2.1:40001   5792   100.0  sender   1460/1460    7/7       64240, 64256          5792       ≥ 4  data
            2 connections. Initial window: 10 segments in 1, only a least value in 1. Median round trip: 100 ms.

            """,
            said.Out
        );
    }

    [Fact]
    public async Task JSON_has_the_rows_and_the_summary()
    {
        _shell.InputBytes = Two;
        var said = JsonNode.Parse((await _shell.RunAsync("flight", "-", "--json")).Out)!;
        var row = said["rows"]![0]!;
        Assert.Equal(
            """["192.0.2.2:80","192.0.2.1:40000",true,"Sender",100,1460,7,64240,64256,57920,100,1448,14480,10,"InitialWindow",10,null,""]""",
            new JsonArray([
                .. (
                    (string[])
                        [
                            "sender",
                            "receiver",
                            "senderIsServer",
                            "place",
                            "rttMs",
                            "receiverMss",
                            "receiverScale",
                            "receiverSynWindow",
                            "receiverWindow",
                            "sentBytes",
                            "receivedBytes",
                            "segmentBytes",
                            "firstFlightBytes",
                            "firstFlightSegments",
                            "limit",
                            "initialWindow",
                            "atLeast",
                            "why",
                        ]
                ).Select(key => row[key]?.DeepClone()),
            ]).ToJsonString()
        );
        Assert.Equal("[14480,28960,14480]", row["flights"]!.ToJsonString());
        Assert.Equal(4, (int)said["rows"]![1]!["atLeast"]!);
        Assert.Equal("""[{"segments":10,"connections":1}]""", said["summary"]!["initialWindows"]!.ToJsonString());
    }

    [Theory]
    [InlineData(2, "--port", "80")]
    [InlineData(1, "--port", "40001")]
    [InlineData(0, "--port", "81")]
    [InlineData(2, "--host", "192.0.2.2")]
    [InlineData(0, "--host", "192.0.2.3")]
    [InlineData(0, "--host", "::192.0.2.2")]
    public async Task A_host_and_a_port_choose_connections(int count, params string[] chosen)
    {
        _shell.InputBytes = Two;
        var said = await _shell.RunAsync(["flight", "-", .. chosen, "--json"]);
        Assert.Equal(count, JsonNode.Parse(said.Out)!["rows"]!.AsArray().Count);
    }

    [Fact]
    public async Task The_connections_with_most_data_are_shown()
    {
        _shell.InputBytes = Two;
        var said = await _shell.RunAsync("flight", "-", "--most", "1");
        Assert.Contains("57920", said.Out, StringComparison.Ordinal);
        Assert.Contains("Not shown, because they sent less: 1.", said.Out, StringComparison.Ordinal);
        Assert.Contains("2 connections.", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_ends_early_gives_the_result_so_far_and_a_remark()
    {
        var file = _shell.File("web.pcap", "");
        await File.WriteAllBytesAsync(file, Two[..^3], TestContext.Current.CancellationToken);
        var said = await _shell.RunAsync("flight", file);
        Assert.Equal(0, said.Exit);
        Assert.Contains("The capture was read only in part. The file ends in the middle of a packet", said.Out, StringComparison.Ordinal);
        Assert.Contains("10 segments in 1", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_capture_or_cannot_be_read_is_refused()
    {
        var text = await _shell.RunAsync("flight", _shell.Edge());
        Assert.Equal(64, text.Exit);
        Assert.Contains("edge.yaml is not a packet capture: it starts with 706F6C69", text.Error, StringComparison.Ordinal);
        var missing = await _shell.RunAsync("flight", "/nowhere.pcap");
        Assert.Equal(64, missing.Exit);
        Assert.Contains("/nowhere.pcap cannot be read", missing.Error, StringComparison.Ordinal);
        Assert.Equal(64, (await _shell.RunAsync("flight")).Exit);
    }

    [Theory]
    [InlineData("--port", "0")]
    [InlineData("--port", "65536")]
    [InlineData("--most", "many")]
    [InlineData("--host", "web.example.org")]
    public async Task Values_that_are_none_are_refused(string option, string value)
    {
        var said = await _shell.RunAsync("flight", "-", option, value);
        Assert.Equal(64, said.Exit);
        Assert.Contains($"{option} '{value}': write", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_written_has_the_keys_that_are_published()
    {
        _shell.InputBytes = Two;
        var row = JsonNode.Parse((await _shell.RunAsync("flight", "-", "--json")).Out)!["rows"]![0]!.AsObject();
        var published = CliSchemaTests.Definition("flight")["properties"]!["rows"]!["items"]!["properties"]!.AsObject();
        Assert.Equal(published.Select(one => one.Key), row.Select(one => one.Key));
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
