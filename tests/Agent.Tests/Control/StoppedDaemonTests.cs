using IwTune.Agent.Tests.Cli;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Control;

/// <summary>What a person undoes while the daemon does not run stays undone when it starts.</summary>
[Collection("command line")]
public sealed class StoppedDaemonTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public StoppedDaemonTests() => _shell = new Shell(_bench);

    [Theory]
    [InlineData("rollback")]
    [InlineData("rollback", "1")]
    [InlineData("rollback", "1", "--and-later")]
    public async Task A_rollback_without_the_daemon_holds_after_its_start(params string[] words)
    {
        await RunDaemonAsync();
        Assert.Equal(20, _bench.WindowOf(Bench.Default).InitCwnd);
        var said = await _shell.RunAsync(words);
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.Contains("A daemon that starts here enforces no policy until another one arrives", said.Out, StringComparison.Ordinal);
        await RunDaemonAsync();
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        await RunDaemonAsync(segments: 24);
        Assert.Equal(24, _bench.WindowOf(Bench.Default).InitCwnd);
    }

    [Fact]
    public async Task A_policy_of_the_daemon_that_was_not_undone_stays_in_force()
    {
        await RunDaemonAsync();
        await _shell.RunAsync("set", "9");
        var said = await _shell.RunAsync("rollback");
        Assert.DoesNotContain("A daemon that starts", said.Out, StringComparison.Ordinal);
        await RunDaemonAsync();
        Assert.Equal(20, _bench.WindowOf(Bench.Default).InitCwnd);
    }

    [Fact]
    public async Task A_removal_says_that_a_later_start_begins_anew_unless_the_host_is_held()
    {
        await RunDaemonAsync();
        Assert.Contains(
            "A daemon that starts here enforces edge revision 1 again; 'iwtune hold",
            (await _shell.RunAsync("rollback", "--all")).Out,
            StringComparison.Ordinal
        );
        await _shell.RunAsync("hold");
        await RunDaemonAsync();
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        await _shell.RunAsync("release");
        await RunDaemonAsync();
        Assert.Equal(20, _bench.WindowOf(Bench.Default).InitCwnd);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    private Task RunDaemonAsync(int segments = 20) => PolicyDaemon.RunAsync(_bench, _bench.DaemonHost, segments, _ => Task.CompletedTask);
}
