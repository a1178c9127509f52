using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Predictions with figures that people bring: the origin of a cache, the page views of a day.</summary>
[Collection("command line")]
public sealed class PredictFiguresTests : IDisposable
{
    private readonly Bench _bench = new();
    private readonly Shell _shell;

    public PredictFiguresTests() => _shell = new Shell(_bench);

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    [Fact]
    public async Task A_cache_that_misses_counts_slow_start_twice()
    {
        var said = await _shell.RunAsync([
            "predict",
            "--size",
            "50kB",
            "--rtt",
            "20ms",
            "--iw",
            "3,10,32",
            "--miss",
            "--origin-rtt",
            "120ms",
        ]);
        Assert.Equal(
            """
             SIZE  RTT ms  IW  ROUNDS  TIME ms  SAVED ms  ORIGIN ms
            50000      20   3       4      440                  360
            50000      20  10       3      420  20 (5 %)        360
            50000      20  32       2      400  40 (9 %)        360
            From the request's first byte to the response's last one, after a cache has fetched all of it from an origin at 120 ms with a window of 10; by the closed form of slow start, without loss.

            """,
            said.Out
        );
        var faster = await _shell.RunAsync([
            "predict",
            "--size",
            "50kB",
            "--rtt",
            "20ms",
            "--iw",
            "10",
            "--miss",
            "--origin-rtt",
            "120ms",
            "--origin-iw",
            "36",
            "--json",
        ]);
        Assert.Equal("""{"size":50000,"rttMs":20,"iw":10,"rounds":3,"ms":180,"originMs":120}""", Row(faster.Out));

        static string Row(string json) => JsonNode.Parse(json)!["rows"]![0]!.ToJsonString();
    }

    [Fact]
    public async Task The_views_of_a_day_are_counted_with_the_persons_own_figures_only()
    {
        var said = await _shell.RunAsync("predict", "--size", "34kB", "--rtt", "316ms", "--iw", "2,10", "--views", "250k");
        Assert.Contains(
            "10 instead of 2 segments: 632 ms less on 250,000 page views a day, 43.9 h of waiting a day.",
            said.Out,
            StringComparison.Ordinal
        );
        var many = await _shell.RunAsync("predict", "--size", "34kB,50kB", "--iw", "2,10", "--views", "250k");
        Assert.Equal(64, many.Exit);
        Assert.Contains("one size at one round-trip time between two or more windows", many.Error, StringComparison.Ordinal);
        Assert.Equal(64, (await _shell.RunAsync("predict", "--size", "34kB", "--iw", "2,10", "--views", "34kB")).Exit);
    }

    [Theory]
    [InlineData("--miss", "add --origin-rtt, as in --origin-rtt 80ms")]
    [InlineData("--origin-rtt 80ms", "a cache that has the response does not ask the origin; add --miss")]
    [InlineData("--origin-iw 20", "add --miss and --origin-rtt")]
    [InlineData("--miss --origin-rtt 80ms --plot a.svg", "draws what one server sends; leave out --miss")]
    public async Task Half_a_question_about_an_origin_says_what_is_missing(string options, string says)
    {
        var said = await _shell.RunAsync(["predict", "--size", "50kB", "--iw", "10", .. options.Split(' ')]);
        Assert.Equal(64, said.Exit);
        Assert.Contains(says, said.Error, StringComparison.Ordinal);
    }
}
