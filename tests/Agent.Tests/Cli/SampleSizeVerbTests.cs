using System.Text.Json.Nodes;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Engine.Experiments;

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
            Statistical power 80 %, false-positive rate (alpha) 5 % (two-sided), design effect 1.

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

    [Fact]
    public async Task A_design_effect_multiplies_the_connections()
    {
        var said = await _shell.RunAsync("sample-size", "--effect", "10%", "--sigma", "1", "--design-effect", "3.5");
        Assert.Contains("10 %      1     4,949      9,898", said.Out, StringComparison.Ordinal);
        Assert.Contains("design effect 3.5.", said.Out, StringComparison.Ordinal);
        said = await _shell.RunAsync("sample-size", "--effect", "10%", "--sigma", "1", "--design-effect", "3.5", "--json");
        Assert.Equal(3.5, JsonNode.Parse(said.Out)!["designEffect"]!.GetValue<double>());
    }

    [Fact]
    public async Task The_design_effect_of_an_experiment_is_used()
    {
        var store = new ExperimentStore(_bench.State);
        var plan = new ExperimentPlan { Id = "1-aa", Name = "aa" };
        store.Save(new ExperimentRecord(plan, ExperimentPhase.Finished, 1));
        store.Append(plan.Id, new SimulatedTraffic(40, zipf: false, cv: 0, loss: 0.05).Run(1, 2_000).Select(Timed));
        var said = await _shell.RunAsync("sample-size", "--experiment", "aa", "--effect", "10%", "--sigma", "1", "--json");
        var json = JsonNode.Parse(said.Out)!;
        var effect = json["designEffect"]!.GetValue<double>();
        Assert.InRange(effect, 5, 100);
        Assert.Equal((long)Math.Ceiling(1_414 * effect), json["rows"]![0]!["eachArm"]!.GetValue<long>());
        said = await _shell.RunAsync("sample-size", "--experiment", "aa", "--baseline", "2%", "--effect", "1pp", "--json");
        Assert.InRange(JsonNode.Parse(said.Out)!["designEffect"]!.GetValue<double>(), 1, 3);
        Assert.Equal(64, (await _shell.RunAsync("sample-size", "--experiment", "aa", "--design-effect", "2")).Exit);
    }

    /// <summary>Every peer has a time of its own.</summary>
    private static ExperimentSample Timed(ExperimentSample sample) =>
        sample with
        {
            Bytes = 20_000,
            MinRtt = 100_000,
            Segments = 15,
            Busy = 100_000 + 10_000 * (sample.Peer!.Value * 7 % 40) + sample.At % 1_000,
        };

    [Theory]
    [InlineData("--effect", "0.3pp")]
    [InlineData("--effect", "100%")]
    [InlineData("--effect", "much")]
    [InlineData("--baseline", "2")]
    [InlineData("--sigma", "0")]
    [InlineData("--design-effect", "0.5")]
    [InlineData("--design-effect", "much")]
    [InlineData("--experiment", "none")]
    public async Task What_makes_no_sense_is_refused(string option, string value) =>
        Assert.Equal(64, (await _shell.RunAsync("sample-size", option, value)).Exit);

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
