using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

[Collection("command line")]
public sealed class SampleSizeVerbTests : IDisposable
{
    private readonly Bench _bench = new();
    private readonly Shell _shell;

    public SampleSizeVerbTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task Without_a_word_it_prints_the_usual_table()
    {
        var said = await _shell.RunAsync("sample-size");
        Assert.Equal(
            """
            EFFECT  SIGMA  EACH ARM  BOTH ARMS
               5 %    0.5     1,492      2,984
               5 %      1     5,967     11,934
              10 %    0.5       354        708
              10 %      1     1,414      2,828
              20 %    0.5        79        158
              20 %      1       315        630
            Statistical power 80 %, false-positive rate (alpha) 5 % (two-sided).

            """,
            said.Out
        );
    }

    [Fact]
    public async Task A_share_grows_by_points_or_by_a_share()
    {
        var said = await _shell.RunAsync("sample-size", "--baseline", "1.98%", "--effect", "0.31pp,50%", "--json");
        var rows = JsonNode.Parse(said.Out)!["rows"]!.AsArray();
        Assert.Equal(
            [26_886, 3_040],
            rows.Select(row => row!["eachArm"]!.GetValue<int>()).Select((count, at) => at == 0 ? count : count / 10 * 10)
        );
        Assert.Equal(0.0297, rows[1]!["changed"]!.GetValue<double>(), 1e-9);
    }

    [Theory]
    [InlineData("--effect", "0.3pp")]
    [InlineData("--effect", "100%")]
    [InlineData("--effect", "much")]
    [InlineData("--baseline", "2")]
    [InlineData("--sigma", "0")]
    public async Task What_makes_no_sense_is_refused(string option, string value) =>
        Assert.Equal(64, (await _shell.RunAsync("sample-size", option, value)).Exit);

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
