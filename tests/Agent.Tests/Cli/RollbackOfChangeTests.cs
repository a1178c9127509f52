using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli;

/// <summary>One change of the history is undone by its id, and no later change is damaged.</summary>
[Collection("command line")]
public sealed class RollbackOfChangeTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public RollbackOfChangeTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task The_last_change_goes_back_by_its_id_as_without_it()
    {
        await ApplyAsync("default", 16);
        var said = await _shell.RunAsync("rollback", "1");
        Assert.Equal(0, said.Exit);
        Assert.StartsWith("1 route restored: change 1 rolled back by hand.", said.Out, StringComparison.Ordinal);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.Contains("applied edge16  (undone)", (await _shell.RunAsync("history")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_change_whose_routes_were_set_again_later_is_refused_with_the_way_out()
    {
        await ApplyAsync("default", 16);
        await ApplyAsync("default", 20);
        var said = await _shell.RunAsync("rollback", "1");
        Assert.Equal(1, said.Exit);
        Assert.Equal(
            $"Change 1 was not rolled back: change 2 (edge20) set the same routes later ({Bench.Default}). 'iwtune rollback 2 "
                + $"--state {_bench.State.Root}' undoes that one first; "
                + $"'iwtune rollback 1 --and-later --state {_bench.State.Root}' undoes change 1 and every later one at once.\n",
            said.Error
        );
        Assert.Equal(20, _bench.WindowOf(Bench.Default).InitCwnd);

        Assert.Equal(0, (await _shell.RunAsync("rollback", "2")).Exit);
        Assert.Equal(16, _bench.WindowOf(Bench.Default).InitCwnd);
        Assert.Equal(0, (await _shell.RunAsync("rollback", "1")).Exit);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task With_and_later_everything_is_what_it_was_just_before_the_change()
    {
        await ApplyAsync("default", 16);
        await ApplyAsync("default", 20);
        await ApplyAsync("{ prefix: 10.0.0.0/8 }", 24);
        var said = await _shell.RunAsync("rollback", "2", "--and-later");
        Assert.Equal(0, said.Exit);
        Assert.Equal(16, _bench.WindowOf(Bench.Default).InitCwnd);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Ten));
        Assert.Contains("would undo change 1.", (await _shell.RunAsync("history")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_change_that_a_later_policy_found_as_it_requires_it_is_refused_too()
    {
        await ApplyAsync("default", 16);
        var both = _shell.File("both.yaml", "policy: both\nwindow: { initcwnd: 16 }\nscopes: [default, { prefix: 10.0.0.0/8 }]\n");
        Assert.Equal(0, (await _shell.RunAsync("apply", both)).Exit);
        var said = await _shell.RunAsync("rollback", "1");
        Assert.Equal(1, said.Exit);
        Assert.Contains("change 2 (both) came later and requires the same routes", said.Error, StringComparison.Ordinal);
        Assert.Equal(16, _bench.WindowOf(Bench.Default).InitCwnd);
    }

    [Fact]
    public async Task A_later_policy_that_is_not_in_the_way_stays_in_force()
    {
        await ApplyAsync("{ prefix: 10.0.0.0/8 }", 24);
        _bench.Tuner.Remove(Bench.Ten);
        await ApplyAsync("default", 16);
        var said = await _shell.RunAsync("rollback", "1");
        Assert.True(said.Exit == 0, said.Error);
        Assert.EndsWith("The later policy stays in force.\n", said.Out, StringComparison.Ordinal);
        Assert.Equal(16, _bench.WindowOf(Bench.Default).InitCwnd);
        Assert.Contains("edge16: this host complies with the policy", (await _shell.RunAsync("verify")).Out, StringComparison.Ordinal);
        Assert.Contains("would undo change 2.", (await _shell.RunAsync("history")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_repairs_of_a_change_go_with_it_and_lead_to_it()
    {
        await ApplyAsync("default", 16);
        _bench.Tuner.Change(Bench.Default, route => route with { Window = Window.Unset });
        await ApplyAsync("default", 16);
        var repair = await _shell.RunAsync("rollback", "2");
        Assert.Equal(1, repair.Exit);
        Assert.Equal(
            $"Change 2 was not rolled back: it belongs to change 1. 'iwtune rollback 1 --state {_bench.State.Root}' undoes both.\n",
            repair.Error
        );
        Assert.Equal(0, (await _shell.RunAsync("rollback", "1")).Exit);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task Twice_is_as_once()
    {
        await ApplyAsync("default", 16);
        await _shell.RunAsync("rollback", "1");
        var again = await _shell.RunAsync("rollback", "1");
        Assert.Equal((0, "Change 1 is already undone. Nothing was changed.\n"), (again.Exit, again.Out));
        var itself = await _shell.RunAsync("rollback", "2");
        Assert.Equal(1, itself.Exit);
        Assert.Contains("it is a rollback itself", itself.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_local_override_on_its_routes_is_cleared_first()
    {
        await ApplyAsync("default", 16);
        await _shell.RunAsync("override", "default", "--initcwnd", "12");
        var said = await _shell.RunAsync("rollback", "1");
        Assert.Equal(1, said.Exit);
        Assert.Contains(
            $"'iwtune override --clear --state {_bench.State.Root}' ends it; then try again.",
            said.Error,
            StringComparison.Ordinal
        );
        Assert.Equal(12, _bench.WindowOf(Bench.Default).InitCwnd);
        await _shell.RunAsync("override", "--clear");
        Assert.Equal(0, (await _shell.RunAsync("rollback", "1")).Exit);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
    }

    [Theory]
    [InlineData(1, "the history does not have it", "rollback", "9")]
    [InlineData(64, "'first' is not the id of a change", "rollback", "first")]
    [InlineData(64, "'0' is not the id of a change", "rollback", "0")]
    [InlineData(64, "--all undoes everything", "rollback", "1", "--all")]
    [InlineData(64, "--and-later needs the CHANGE-ID", "rollback", "--and-later")]
    public async Task What_cannot_be_meant_is_said(int exit, string why, params string[] args)
    {
        await ApplyAsync("default", 16);
        var said = await _shell.RunAsync(args);
        Assert.Equal(exit, said.Exit);
        Assert.Contains(why, said.Error, StringComparison.Ordinal);
        Assert.Equal(16, _bench.WindowOf(Bench.Default).InitCwnd);
    }

    [Fact]
    public async Task Json_has_exit_text_and_state()
    {
        await ApplyAsync("default", 16);
        var refused = System.Text.Json.Nodes.JsonNode.Parse((await _shell.RunAsync("rollback", "9", "--json")).Out)!;
        Assert.Equal(1, (int)refused["exit"]!);
        var done = System.Text.Json.Nodes.JsonNode.Parse((await _shell.RunAsync("rollback", "1", "--json")).Out)!;
        Assert.Equal(0, (int)done["exit"]!);
        Assert.NotNull(done["state"]!["targets"]);
    }

    private async Task ApplyAsync(string scope, int segments)
    {
        var file = _shell.File($"edge{segments}.yaml", $"policy: edge{segments}\nwindow: {{ initcwnd: {segments} }}\nscopes: [{scope}]\n");
        Assert.Equal(0, (await _shell.RunAsync("apply", file)).Exit);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
