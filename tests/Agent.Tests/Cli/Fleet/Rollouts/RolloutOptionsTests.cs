using System.CommandLine;
using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Fleet.Rollouts;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli.Fleet.Rollouts;

/// <summary>Errors in a rollout's options are reported at once, before a call to the server.</summary>
[Collection("command line")]
public sealed class RolloutOptionsTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public RolloutOptionsTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task Every_option_that_cannot_be_read_is_told_with_how_to_write_it()
    {
        var said = await _shell.RunAsync(
            "fleet",
            "rollouts",
            "start",
            "edge",
            "--to",
            "4",
            "--rings",
            "1,many,101%",
            "--bake",
            "soon",
            "--max-failed",
            "2,1,3",
            "--on-failure",
            "panic",
            "--preset",
            "brisk"
        );

        Assert.Equal(64, said.Exit);
        Assert.Empty(said.Out);
        foreach (
            var word in (string[])
                [
                    "'many' is not a ring",
                    "'101%' is not a ring",
                    "--bake 'soon'",
                    "--max-failed '2,1,3'",
                    "--on-failure 'panic': write hold or roll-back",
                    "--preset 'brisk': write one of cautious, standard, fast",
                ]
        )
            Assert.Contains(word, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_preset_gives_rules_that_other_options_override()
    {
        var verb = new Command("start");
        var options = new RolloutOptions(verb);
        var rules = options.Read(verb.Parse("edge --to 4 --preset cautious --bake 2h"), "").Rules!;
        Assert.Equal((7, 7200, 1.0), (rules.Rings.Count, rules.BakeSeconds, rules.MaxRise));
        Assert.Null(options.Read(verb.Parse("edge --to 4"), "").Rules);
        var both = Assert.Throws<UsageException>(() => options.Read(verb.Parse("edge --to 4 --preset fast --rules x.json"), ""));
        Assert.Contains("give one of them", both.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{ \"bakeSeconds\": \"ten\" }", "not the JSON of rules")]
    [InlineData("null", "holds no rules")]
    public async Task A_file_that_holds_no_rules_is_refused(string text, string problem)
    {
        var said = await _shell.RunAsync("fleet", "rollouts", "plan", "edge", "--to", "4", "--rules", _shell.File("rules.json", text));

        Assert.Equal(64, said.Exit);
        Assert.Contains(problem, said.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData()]
    [InlineData("--for", "2h", "--until", "2026-11-30T08:00Z")]
    public async Task A_freeze_ends_at_one_moment(params string[] end)
    {
        var said = await _shell.RunAsync(["fleet", "freezes", "add", "--reason", "x", .. end]);

        Assert.Equal(64, said.Exit);
        Assert.Contains("either --until or --for", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_moment_is_written_as_one()
    {
        var said = await _shell.RunAsync("fleet", "freezes", "add", "--reason", "x", "--until", "friday");

        Assert.Equal(64, said.Exit);
        Assert.Contains("--until 'friday': write a moment as 2026-11-27T00:00Z", said.Error, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
