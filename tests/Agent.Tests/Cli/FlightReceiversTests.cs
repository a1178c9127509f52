using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Engine.Captures;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The first windows of receivers: `iwtune flight --by-receiver`.</summary>
[Collection("command line")]
public sealed class FlightReceiversTests : IDisposable
{
    private readonly Bench _bench = new();
    private readonly Shell _shell;

    public FlightReceiversTests() => _shell = new Shell(_bench);

    /// <summary>Two of one kind with different first windows, one whose window is small, and a client that sends more.</summary>
    private static byte[] Four =>
        CaptureWriter.Pcap([
            .. new Talk().Respond(10, 40).Ordered,
            .. new Talk
            {
                ClientPort = 40001,
                Start = 9000,
                ClientWindow = 505,
            }
                .Respond(4, 30)
                .Ordered,
            .. new Talk
            {
                ClientPort = 40002,
                Start = 19_000,
                SynWindow = 1024,
                ClientWindow = 40,
            }
                .Open()
                .Ask()
                .Flight(19_150.3, 0, 3)
                .Acknowledge(19_200, 0, 2)
                .Flight(19_250.4, 3, 2)
                .Ordered,
            .. new Talk { ClientPort = 40003, Start = 29_000 }
                .Open()
                .Client(29_101, 0, Talk.Mss)
                .Server(29_152, 0, 0, acknowledged: Talk.Mss)
                .Ordered,
        ]);

    [Fact]
    public async Task Receivers_with_the_same_handshake_are_one_row()
    {
        _shell.InputBytes = Four;
        var said = await _shell.RunAsync("flight", "-", "--by-receiver");
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.Equal(
            """
            WINDOW IN SYN    FIRST WINDOW   MSS  SCALE  TTL  SEGMENTS  CONNECTIONS  ADDRESSES  LIMITED  PROBABLY
            64240             64256–64640  1460      7   64        44            2          1        0  Linux 4.20 or newer
            1024                     5120  1460      7   64         3            1          1        1  unknown
            65160 (SYN-ACK)         65152  1460      7   64        44            1          1        0  Linux 4.20 or newer
            """,
            said.Out[..said.Out.IndexOf("\n4 connections.", StringComparison.Ordinal)]
        );
    }

    [Fact]
    public async Task JSON_has_the_receivers_with_every_system_that_fits()
    {
        _shell.InputBytes = CaptureWriter.Pcap(
            new Talk { SynWindow = 65535 }
                .Respond(10, 40)
                .Ordered
        );
        var said = JsonNode.Parse((await _shell.RunAsync("flight", "-", "--by-receiver", "--json")).Out)!;
        Assert.Empty(said["rows"]!.AsArray());
        Assert.Equal(
            """[{"synWindow":65535,"inSynAck":false,"leastWindow":64256,"mostWindow":64256,"mss":1460,"scale":7,"firstHops":64,"segments":44,"connections":1,"addresses":1,"limited":0,"mayBe":["Linux with a larger tcp_rmem","Android"]}]""",
            said["receivers"]!.ToJsonString()
        );
        Assert.Equal(1, (int)said["summary"]!["connections"]!);
    }

    [Fact]
    public async Task The_rows_with_most_connections_are_shown()
    {
        _shell.InputBytes = Four;
        var said = await _shell.RunAsync("flight", "-", "--by-receiver", "--most", "1");
        Assert.DoesNotContain("SYN-ACK", said.Out, StringComparison.Ordinal);
        Assert.Contains("Not shown, because they have fewer connections: 2.", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connections_without_a_handshake_have_no_row()
    {
        _shell.InputBytes = CaptureWriter.Pcap(new Talk().Respond(10, 40).Ordered.Skip(3));
        var said = await _shell.RunAsync("flight", "-", "--by-receiver");
        Assert.StartsWith("1 connection.", said.Out, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
