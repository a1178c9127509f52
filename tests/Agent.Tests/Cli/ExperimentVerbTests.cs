using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

[Collection("command line")]
public sealed class ExperimentVerbTests : IDisposable
{
    private readonly Bench _bench = new();
    private readonly Shell _shell;

    public ExperimentVerbTests() => _shell = new Shell(_bench);

    [Theory]
    [InlineData("name a window with --treatment N")]
    [InlineData("--aa makes both arms alike", "--aa", "--treatment", "20")]
    [InlineData("name 'a/b'", "--treatment", "20", "--name", "a/b")]
    [InlineData("1 to 1023", "--treatment", "5000")]
    [InlineData("prefix '10.0.0.1/8'", "--treatment", "20", "--prefix", "10.0.0.1/8")]
    [InlineData("two blocks", "--treatment", "20", "--switchback", "--for", "15m")]
    public async Task What_cannot_be_tried_is_refused_before_anybody_is_asked(string because, params string[] options)
    {
        var said = await _shell.RunAsync(["experiment", "start", .. options]);
        Assert.Equal(64, said.Exit);
        Assert.Contains(because, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_daemon_nothing_is_started()
    {
        var said = await _shell.RunAsync("experiment", "start", "--treatment", "20");
        Assert.Equal(4, said.Exit);
        Assert.Contains("needs a running agent", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_problem_of_a_file_is_named_with_its_place()
    {
        var said = await _shell.RunAsync("experiment", "start", _shell.File("x.yaml", "treatment: 2000\ndesign: stripe\ncolour: red\n"));
        Assert.Equal(64, said.Exit);
        foreach (var place in (string[])["x.yaml:1:12", "x.yaml:2:9", "x.yaml:3:1"])
            Assert.Contains(place, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_prefix_of_a_file_that_is_not_one_value_is_refused_instead_of_left_out()
    {
        var said = await _shell.RunAsync("experiment", "start", _shell.File("x.yaml", "treatment: 20\nprefix: [10.0.0.0/8]\n"));
        Assert.Equal(64, said.Exit);
        Assert.Contains("x.yaml:2:9", said.Error, StringComparison.Ordinal);
        Assert.Contains("must be one value", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_fine_is_asked_of_the_daemon()
    {
        var said = await _shell.RunAsync(
            "experiment",
            "start",
            _shell.File(
                "x.yaml",
                "name: edge-20\ntreatment: 20\ndesign: switchback\nblock: 15m\nfor: 8h\nport: 443\nseed: 9007199254740991\n"
                    + "alpha-percent: 1\nprefix: 10.0.0.0/8\nreason: trying\n"
            )
        );
        Assert.Equal(4, said.Exit);
    }

    [Fact]
    public async Task Of_none_there_is_nothing_to_show()
    {
        var status = await _shell.RunAsync("experiment", "status");
        Assert.Equal((0, ""), (status.Exit, status.Error));
        Assert.Contains("No experiment was ever run", status.Out, StringComparison.Ordinal);
        Assert.Contains("\"experiment\": null", (await _shell.RunAsync("experiment", "status", "--json")).Out, StringComparison.Ordinal);
        Assert.Equal(64, (await _shell.RunAsync("experiment", "status", "edge")).Exit);
        Assert.Equal((1, ""), (await _shell.RunAsync("experiment", "export") is var said ? (said.Exit, said.Out) : default));
        Assert.Contains("No experiment was ever run", (await _shell.RunAsync("experiment", "list")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Status_tells_the_arms_the_times_and_the_harm()
    {
        Keep(count: 200);
        var said = await _shell.RunAsync("experiment", "status");
        Assert.Equal(0, said.Exit);
        Assert.Contains("edge: the host's own window against initcwnd 20; seed 4", said.Out, StringComparison.Ordinal);
        Assert.Contains("14-64 kB, 75-200 ms  100 / 100", said.Out, StringComparison.Ordinal);
        Assert.Contains("300 → 200  −100 (−100…−100)", said.Out, StringComparison.Ordinal);
        Assert.Contains("Harm: not tested yet. The first test needs 12 connections", said.Out, StringComparison.Ordinal);
        Assert.Contains("\"shift\"", (await _shell.RunAsync("experiment", "status", "edge", "--json")).Out, StringComparison.Ordinal);
        Assert.Contains("own / 20", (await _shell.RunAsync("experiment", "list")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_experiment_runs_only_while_a_daemon_does()
    {
        Keep(count: 4);
        using (StateLock.Take(_bench.State, StateLock.Daemon))
            Assert.Contains("ends by itself in 1h", (await _shell.RunAsync("experiment", "status")).Out, StringComparison.Ordinal);
        var killed = (await _shell.RunAsync("experiment", "status")).Out;
        Assert.Contains("interrupted: the agent was killed", killed, StringComparison.Ordinal);
        Assert.DoesNotContain("ends by itself", killed, StringComparison.Ordinal);
        Assert.Contains("interrupted", (await _shell.RunAsync("experiment", "list")).Out, StringComparison.Ordinal);
        Assert.Contains("\"Interrupted\"", (await _shell.RunAsync("experiment", "list", "--json")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_no_first_flight_can_be_judged_status_says_what_remains_of_the_harm_check()
    {
        Keep(count: 40, lost: null);
        Assert.Contains("Retransmissions alone can end", (await _shell.RunAsync("experiment", "status")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Samples_are_exported_without_addresses_and_a_torn_last_line_is_left_out()
    {
        Keep(count: 4);
        await File.AppendAllTextAsync(_bench.State.File("20261121-edge.samples.jsonl"), "{\"at\":17");
        var lines = (await _shell.RunAsync("experiment", "export")).Out;
        Assert.Equal(4, lines.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        var csv = (await _shell.RunAsync("experiment", "export", "20261121-edge", "--format", "csv")).Out.Split('\n');
        Assert.Equal("at_ms,arm,block,bytes,min_rtt_us,busy_us,segments,sent_again,window,first_flight_lost,peer", csv[0]);
        Assert.Equal("1000,0,0,20000,100000,300000,14,0,10,0,0", csv[1]);
        var file = Path.Combine(_bench.State.Root, "out.csv");
        Assert.Contains(
            "4 connections",
            (await _shell.RunAsync("experiment", "export", "--format", "csv", "--out", file)).Out,
            StringComparison.Ordinal
        );
        Assert.Equal(5, (await File.ReadAllLinesAsync(file)).Length);
    }

    private void Keep(int count, bool? lost = false)
    {
        var store = new ExperimentStore(_bench.State);
        var now = _bench.Clock.GetUtcNow();
        store.Save(
            new ExperimentRecord(
                new ExperimentPlan
                {
                    Id = "20261121-edge",
                    Name = "edge",
                    Treatment = 20,
                    Seed = 4,
                    Started = now,
                    Until = now.AddHours(1),
                    By = "root",
                },
                ExperimentPhase.Running,
                1
            )
        );
        store.Append(
            "20261121-edge",
            Enumerable
                .Range(0, count)
                .Select(at => new ExperimentSample
                {
                    At = 1000 + at,
                    Arm = at % 2,
                    Peer = at / 4,
                    Bytes = 20_000,
                    MinRtt = 100_000,
                    Busy = at % 2 == 0 ? 300_000 : 200_000,
                    Segments = 14,
                    Window = at % 2 == 0 ? 10 : 20,
                    Lost = lost,
                })
        );
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
