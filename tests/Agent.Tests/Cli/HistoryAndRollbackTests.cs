using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The history shows which changes can still be undone, and how.</summary>
[Collection("command line")]
public sealed class HistoryAndRollbackTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;
    private readonly string _edge;

    public HistoryAndRollbackTests()
    {
        _shell = new Shell(_bench);
        _edge = _shell.File("edge.yaml", "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [default, { prefix: 10.0.0.0/8 }]\n");
    }

    [Fact]
    public async Task History_says_when_what_and_what_a_rollback_would_undo()
    {
        await _shell.RunAsync("apply", _edge);
        _bench.Clock.Advance(TimeSpan.FromMinutes(5));
        var lines = (await _shell.RunAsync("history")).Out.Split('\n');
        Assert.Matches("^   1  [0-9-]+ [0-9:]+Z, 5m 0s ago  applied edge$", lines[0]);
        Assert.Equal($"      {Bench.Default}: unset → initcwnd 16", lines[1]);
        Assert.Equal($"'iwtune rollback --state {_bench.State.Root}' would undo change 1.", lines[3]);

        await _shell.RunAsync("rollback");
        var after = (await _shell.RunAsync("history")).Out;
        Assert.Contains("applied edge  (undone)", after, StringComparison.Ordinal);
        Assert.Contains("ago  rolled back by hand\n", after, StringComparison.Ordinal);
        Assert.EndsWith("Nothing here can be undone any more.\n", after, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_change_of_many_routes_names_the_first_and_json_has_all()
    {
        for (var i = 0; i < 12; i++)
            _bench.Tuner.Add(Bench.Route($"10.{i}.0.0/16", "eth1", "192.0.2.9", "static"));
        await _shell.RunAsync("apply", _edge);
        var said = (await _shell.RunAsync("history")).Out;
        Assert.Contains("      and 6 more; --json has them all\n", said, StringComparison.Ordinal);
        Assert.Equal(14, (await _shell.RunAsync("history", "--json")).Out.Split("\"outcome\": \"Applied\"").Length - 1);
    }

    [Fact]
    public async Task Rollback_tells_every_route_what_became_of_it()
    {
        await _shell.RunAsync("apply", _edge);
        _bench.Tuner.Change(Bench.Ten, route => route with { Window = Window.Unset });
        var said = await _shell.RunAsync("rollback");
        Assert.Equal(0, said.Exit);
        Assert.StartsWith("1 route restored: rolled back by hand.\n", said.Out, StringComparison.Ordinal);
        Assert.Contains($"  {Bench.Default}: initcwnd 16 → unset, restored\n", said.Out, StringComparison.Ordinal);
        Assert.Contains($"  {Bench.Ten}: unset → unset, was so already\n", said.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData]
    [InlineData("--all")]
    public async Task A_route_that_is_gone_is_named_since_nothing_of_it_is_restored(params string[] options)
    {
        await _shell.RunAsync("apply", _edge);
        _bench.Tuner.Remove(Bench.Ten);
        var said = await _shell.RunAsync(["rollback", .. options]);
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.Contains(
            $" by hand. 1 route is gone or was made anew, with nothing to restore: {Bench.Ten}.\n",
            said.Out,
            StringComparison.Ordinal
        );
        Assert.DoesNotContain(Bench.Ten, (await _shell.RunAsync("rollback")).Out, StringComparison.Ordinal);
    }

    /// <summary>systemd makes a lost state directory again, empty, at the next start.</summary>
    [Fact]
    public async Task An_empty_history_is_not_taken_for_a_host_without_windows_of_ours()
    {
        foreach (
            var words in (string[][])
                [
                    ["rollback"],
                    ["rollback", "--all"],
                    ["explain-rollback"],
                    ["history"],
                ]
        )
            Assert.Contains(
                "If its history was lost, windows may still be set",
                (await _shell.RunAsync(words)).Out,
                StringComparison.Ordinal
            );
    }

    /// <summary>As on a disk that was full for a moment.</summary>
    [Fact]
    public async Task What_was_restored_without_a_record_of_it_is_not_called_ours()
    {
        await _shell.RunAsync("apply", _edge);
        foreach (var id in (string[])[Bench.Default, Bench.Ten])
            _bench.Tuner.Change(id, route => route with { Window = Window.Unset });
        Journal.Open(_bench.State, _bench.Clock).Undo(1);
        var said = await _shell.RunAsync("rollback");
        Assert.Equal((0, "Nothing to undo: no route of this host is as iwtune set it.\n"), (said.Exit, said.Out));
        _bench.Tuner.Change(Bench.Ten, route => route with { Window = new Window(16, null) });
        Assert.Contains($"1 route has a window of iwtune: {Bench.Ten}.", (await _shell.RunAsync("rollback")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_disk_that_fills_up_between_a_step_and_its_record_is_named()
    {
        await _shell.RunAsync("apply", _edge);
        _bench.Tuner.Fault = _ =>
        {
            if (File.Exists(_bench.State.Journal))
                File.Delete(_bench.State.Journal);
            Directory.CreateDirectory(_bench.State.Journal); // a file cannot be opened where a directory is
            return null;
        };
        var said = await _shell.RunAsync("rollback");
        Assert.Equal(0, said.Exit);
        Assert.StartsWith("2 routes restored: rolled back by hand.\n", said.Out, StringComparison.Ordinal);
        Assert.Contains($"{_bench.State.Root} could not be written: ", said.Error, StringComparison.Ordinal);
        Assert.Contains(" Not stored: the outcomes of these changes.\n", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_change_that_set_only_some_routes_says_so_and_one_that_set_none_is_no_change_without_need()
    {
        _bench.Tuner.Change(Bench.Ten, route => route with { Strategy = StrategyKind.ReportOnly });
        Assert.StartsWith(
            "edge: 1 route changed and read back. 1 route cannot be set; the reasons are below.\n",
            (await _shell.RunAsync("apply", _edge)).Out,
            StringComparison.Ordinal
        );
        await _shell.RunAsync("rollback");
        _bench.Tuner.Change(Bench.Default, route => route with { Strategy = StrategyKind.ReportOnly });
        Assert.Equal(2, (await _shell.RunAsync("apply", _edge)).Exit);
        Assert.Contains("applied edge: nothing changed\n", (await _shell.RunAsync("history")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_window_that_is_neither_ours_nor_the_former_one_is_compared_before_it_is_restored_by_hand()
    {
        await _shell.RunAsync("apply", _edge);
        const string Doubt = "# iwtune set initcwnd 16. Another program changed this route since, or replaced it by one that differs only";
        Assert.DoesNotContain(Doubt, (await _shell.RunAsync("explain-rollback")).Out, StringComparison.Ordinal);
        _bench.Tuner.Change(Bench.Ten, route => route with { Window = new Window(30, null) });
        var said = (await _shell.RunAsync("explain-rollback")).Out;
        Assert.Contains($"# {Bench.Ten}: initcwnd 30 → unset\n{Doubt}", said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_route_that_does_not_go_back_is_named_with_the_reason_and_another_way()
    {
        await _shell.RunAsync("apply", _edge);
        _bench.Tuner.Fault = step => step.Target.Id == Bench.Ten ? new Outcome.Failed("The kernel answered EPERM.") : null;
        var said = await _shell.RunAsync("rollback", "--all");
        Assert.Equal(1, said.Exit);
        Assert.Contains($"  {Bench.Default}: initcwnd 16 → unset, restored\n", said.Out, StringComparison.Ordinal);
        Assert.Contains(
            $"  {Bench.Ten}: initcwnd 16 → unset, not restored: The kernel answered EPERM.\n",
            said.Out,
            StringComparison.Ordinal
        );
        Assert.Contains($"'iwtune explain-rollback --state {_bench.State.Root}' prints the commands", said.Error, StringComparison.Ordinal);
        Assert.Contains("  Failed: The kernel answered EPERM.\n", (await _shell.RunAsync("history")).Out, StringComparison.Ordinal);
        Assert.Contains(Bench.Ten, (await _shell.RunAsync("explain-rollback")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_directory_that_cannot_be_written_leaves_the_restore_by_hand()
    {
        await _shell.RunAsync("apply", _edge);
        File.Delete(_bench.State.File("lock"));
        Directory.CreateDirectory(_bench.State.File("lock"));
        var said = await _shell.RunAsync("rollback");
        Assert.NotEqual(0, said.Exit);
        Assert.Contains("Nothing was changed.", said.Error, StringComparison.Ordinal);
        Assert.Contains($"'iwtune explain-rollback --state {_bench.State.Root}' prints the commands", said.Error, StringComparison.Ordinal);
        Assert.Contains(Bench.Default, (await _shell.RunAsync("explain-rollback")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_damaged_journal_leaves_the_restore_by_hand_from_its_other_lines()
    {
        await _shell.RunAsync("apply", _edge);
        var bytes = File.ReadAllBytes(_bench.State.Journal);
        bytes[30] ^= 1;
        File.WriteAllBytes(_bench.State.Journal, bytes);
        var refused = await _shell.RunAsync("rollback", "--all");
        Assert.Equal(1, refused.Exit);
        Assert.Contains($"'iwtune explain-rollback --state {_bench.State.Root}'", refused.Error, StringComparison.Ordinal);

        var said = await _shell.RunAsync("explain-rollback");
        Assert.Equal(1, said.Exit);
        Assert.StartsWith("# The journal is damaged in line 1; what was there is left out.", said.Out, StringComparison.Ordinal);
        Assert.Contains("ip route change", said.Out, StringComparison.Ordinal);
        Assert.Contains(Bench.Default, said.Out, StringComparison.Ordinal);
        Assert.Equal(bytes, File.ReadAllBytes(_bench.State.Journal));
    }

    [Fact]
    public async Task Without_the_state_directory_it_is_not_claimed_that_nothing_is_to_be_restored()
    {
        var said = await _shell.RunWithoutStateAsync("explain-rollback", "--state", Path.Combine(_bench.State.Root, "elsewhere"));
        Assert.StartsWith("# There is no state directory", said.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("Nothing to restore", said.Out, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
