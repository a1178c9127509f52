using System.Text.Json.Nodes;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli;

/// <summary>A host that only observes, as the command line shows it: every command says so and who decided it.</summary>
[Collection("command line")]
public sealed class ObservingHostTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;
    private readonly string _edge;

    public ObservingHostTests()
    {
        _shell = new Shell(_bench)
        {
            Central = new CentralSettings { Mode = HostMode.Observe, Means = "group policy" },
        };
        _edge = _shell.Edge();
    }

    [Fact]
    public async Task A_plan_shows_what_would_be_changed_and_that_it_will_not()
    {
        var said = await _shell.RunAsync("plan", _edge);
        Assert.Equal(2, said.Exit);
        Assert.Contains("    + initcwnd 16\n", said.Out, StringComparison.Ordinal);
        Assert.EndsWith(
            "\nThis host only observes (group policy): 1 difference, nothing will be changed.\n",
            said.Out,
            StringComparison.Ordinal
        );
        var json = JsonNode.Parse((await _shell.RunAsync("plan", _edge, "--json")).Out)!;
        Assert.Equal(
            ("group policy", 0, 1),
            ((string?)json["observing"], json["steps"]!.AsArray().Count, json["audited"]!.AsArray().Count)
        );
    }

    [Fact]
    public async Task Apply_changes_nothing_and_says_so()
    {
        var said = await _shell.RunAsync("apply", _edge);
        Assert.Equal(2, said.Exit);
        Assert.EndsWith(
            "This host only observes (group policy): 1 difference, nothing will be changed.\n",
            said.Out,
            StringComparison.Ordinal
        );
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task Overrides_are_refused_with_the_reason()
    {
        var said = await _shell.RunAsync("override", "default", "--initcwnd", "20");
        Assert.Equal(1, said.Exit);
        Assert.Equal(
            "Nothing was overridden: this host only observes (group policy), so no window is changed. 'iwtune rollback --state "
                + $"{_bench.State.Root}' still restores.\n",
            said.Error
        );
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task What_was_set_before_can_be_put_back()
    {
        var policy = _shell.Central;
        _shell.Central = CentralSettings.None;
        Assert.Equal(0, (await _shell.RunAsync("apply", _edge)).Exit);
        _shell.Central = policy;
        Assert.Equal(0, (await _shell.RunAsync("rollback", "--all")).Exit);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task The_hosts_own_file_does_the_same_without_a_policy()
    {
        _shell.Central = CentralSettings.None;
        File.WriteAllText(_bench.State.Settings, "mode: observe\n");
        var said = await _shell.RunAsync("apply", _edge);
        Assert.Equal(2, said.Exit);
        Assert.EndsWith(
            "This host only observes (agent.yaml): 1 difference, nothing will be changed.\n",
            said.Out,
            StringComparison.Ordinal
        );
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
