using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli;

/// <summary>A rollback of everything ends overrides; any other leaves them in force and names them.</summary>
[Collection("command line")]
public sealed class OverriddenRollbackTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public OverriddenRollbackTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task Without_a_daemon_a_rollback_of_everything_clears_overrides_as_well()
    {
        var before = _bench.Tuner.ToString();
        await _shell.ApplyEdgeAsync();
        await _shell.RunAsync("override", "default", "--initcwnd", "20");
        var said = await _shell.RunAsync("rollback", "--all");
        Assert.Equal(0, said.Exit);
        Assert.StartsWith(
            "1 route restored: everything was rolled back by hand. The local overrides are cleared.\n",
            said.Out,
            StringComparison.Ordinal
        );
        Assert.Empty(Overrides.Read(_bench.State));
        Assert.Equal(before, _bench.Tuner.ToString());
    }

    [Fact]
    public async Task An_override_that_reaches_no_route_is_cleared_as_well()
    {
        await File.WriteAllTextAsync(_bench.State.File(Overrides.Name), """[{"target":"*","initCwnd":9,"by":"root","reason":""}]""");
        var said = await _shell.RunAsync("rollback", "--all");
        Assert.Equal(0, said.Exit);
        Assert.EndsWith("The local overrides are cleared.\n", said.Out, StringComparison.Ordinal);
        Assert.False(File.Exists(_bench.State.File(Overrides.Name)));
    }

    [Fact]
    public async Task A_rollback_of_the_last_change_leaves_an_overridden_route_alone_and_says_so()
    {
        var before = _bench.Tuner.ToString();
        await _shell.ApplyEdgeAsync();
        await _shell.RunAsync("override", "default", "--initcwnd", "20");
        var said = await _shell.RunAsync("rollback");
        Assert.Equal(0, said.Exit);
        Assert.StartsWith(
            "No route had to be restored: rolled back by hand. 1 route keeps the window of a local override; 'iwtune override --clear "
                + $"--state {_bench.State.Root}' ends it.\n",
            said.Out,
            StringComparison.Ordinal
        );
        Assert.Equal(new Window(20, null), _bench.WindowOf(Bench.Default));

        await _shell.RunAsync("override", "--clear");
        Assert.Equal(before, _bench.Tuner.ToString());
    }

    [Fact]
    public async Task Overrides_that_cannot_be_read_keep_no_window()
    {
        var before = _bench.Tuner.ToString();
        await _shell.ApplyEdgeAsync();
        await File.WriteAllTextAsync(_bench.State.File(Overrides.Name), "[{}]");
        Assert.Equal(0, (await _shell.RunAsync("rollback")).Exit);
        Assert.Equal(before, _bench.Tuner.ToString());
    }

    [Fact]
    public async Task A_rollback_through_a_socket_without_a_daemon_says_how_to_do_it_without_one()
    {
        var said = await _shell.RunAsync("rollback", "--socket", Path.Combine(_bench.State.Root, "agent.sock"));
        Assert.Equal(4, said.Exit);
        Assert.EndsWith("Without --socket the same command works when no daemon runs.\n", said.Error, StringComparison.Ordinal);
        Assert.Equal(0, (await _shell.RunAsync("rollback")).Exit);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
