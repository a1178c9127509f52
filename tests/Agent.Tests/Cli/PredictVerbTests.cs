using System.Text.Json.Nodes;
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
            ["""{"size":13516,"rttMs":61,"iw":3,"rounds":3,"ms":183}""", """{"size":13516,"rttMs":61,"iw":10,"rounds":1,"ms":61}"""],
            JsonNode.Parse(said.Out)!["rows"]!.AsArray().Select(row => row!.ToJsonString()));
    }

    [Fact]
    public async Task The_table_is_aligned_on_the_right()
    {
        var said = await _shell.RunAsync("predict", "--size", "100k", "--rtt", "50ms", "--iw", "3,10");
        Assert.Equal(
            """
              SIZE  RTT ms  IW  ROUNDS  TIME ms
            100000      50   3       5      250
            100000      50  10       3      150

            """,
            said.Out);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
