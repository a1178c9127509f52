using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The output about an override matches its result.</summary>
[Collection("command line")]
public sealed class OverrideVerbTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public OverrideVerbTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task One_that_the_host_takes_is_set()
    {
        var said = await _shell.RunAsync("override", "default", "--initcwnd", "20");
        Assert.Equal(0, said.Exit);
        Assert.StartsWith("Set, and kept regardless of policies.", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task One_that_is_cleared_leaves_the_policy_only_where_there_is_one()
    {
        await _shell.RunAsync("override", "default", "--initcwnd", "20");
        var without = await _shell.RunAsync("override", "--clear");
        Assert.StartsWith("Cleared. This host has no policy, so its own windows apply again.", without.Out, StringComparison.Ordinal);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));

        await _shell.ApplyEdgeAsync();
        await _shell.RunAsync("override", "default", "--initcwnd", "20");
        Assert.StartsWith("The policy applies again.", (await _shell.RunAsync("override", "--clear")).Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("This host has no local override.")]
    [InlineData("There is no local override of " + Bench.Default, "default")]
    public async Task One_that_is_not_there_cannot_be_cleared(string because, params string[] target)
    {
        await _shell.ApplyEdgeAsync();
        var said = await _shell.RunAsync(["override", "--clear", .. target]);
        Assert.Equal(0, said.Exit);
        Assert.StartsWith(because, said.Out, StringComparison.Ordinal);
        Assert.EndsWith("Nothing was changed.\n", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task After_a_hold_without_a_daemon_the_advice_is_a_whole_command()
    {
        await _shell.RunAsync("hold");
        var said = await _shell.RunAsync("release");
        Assert.Equal(0, said.Exit);
        Assert.EndsWith($" or 'iwtune apply FILE --state {_bench.State.Root}' changes them.\n", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task One_that_the_host_does_not_take_is_not_said_to_be_set()
    {
        File.WriteAllText(_bench.State.Limits, "max: 12\n");
        var said = await _shell.RunAsync("override", "default", "--initcwnd", "20");
        Assert.NotEqual(0, said.Exit);
        Assert.DoesNotContain("kept so", said.Out + said.Error, StringComparison.Ordinal);
        Assert.Contains("is more than 12", said.Out + said.Error, StringComparison.Ordinal);
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task A_rollback_does_not_call_an_overridden_route_as_it_was()
    {
        await _shell.RunAsync("override", "default", "--initcwnd", "20");
        var said = await _shell.RunAsync("rollback");
        Assert.Equal(
            $"No application of a policy is left to undo, but 1 route has a window of iwtune: {Bench.Default}. 'iwtune override --clear "
                + $"--state {_bench.State.Root}' ends the local override; 'iwtune rollback --all --state {_bench.State.Root}' restores "
                + "everything.\n",
            said.Out
        );
        Assert.Contains("rollback --all", (await _shell.RunAsync("history")).Out, StringComparison.Ordinal);

        await _shell.RunAsync("rollback", "--all");
        Assert.StartsWith("Nothing to undo: no route", (await _shell.RunAsync("rollback")).Out, StringComparison.Ordinal);
        Assert.EndsWith("Nothing here can be undone any more.\n", (await _shell.RunAsync("history")).Out, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
