using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Waiting in the foreground, on a clock that the test moves.</summary>
[Collection("command line")]
public sealed class ConfirmWaitTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;
    private readonly string _edge;

    public ConfirmWaitTests()
    {
        _shell = new Shell(_bench);
        _edge = _shell.Edge();
    }

    [Fact]
    public async Task When_nobody_confirms_everything_goes_back()
    {
        var before = _bench.Tuner.ToString();
        var said = await WhileAsync(_shell.RunAsync("apply", _edge, "--confirm", "3s"), () => { });
        Assert.Equal(1, said.Exit);
        Assert.Contains("1 route restored: it was not confirmed in time.", said.Error, StringComparison.Ordinal);
        Assert.Equal(before, _bench.Tuner.ToString());
    }

    [Fact]
    public async Task Another_terminal_confirms()
    {
        Task<Said>? other = null;
        var said = await WhileAsync(
            _shell.RunAsync("apply", _edge, "--confirm", "2m"),
            () => other ??= new Shell(_bench).RunAsync("confirm")
        );
        Assert.Equal(0, said.Exit);
        Assert.Contains(
            $"edge was confirmed: by hand. 'iwtune rollback --state {_bench.State.Root}' undoes it.",
            said.Out,
            StringComparison.Ordinal
        );
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        var answer = await WhileAsync(other!, () => { });
        Assert.Equal((0, $"edge is confirmed. 'iwtune rollback --state {_bench.State.Root}' undoes it.\n"), (answer.Exit, answer.Out));
    }

    [Fact]
    public async Task A_change_whose_process_died_can_still_be_confirmed()
    {
        {
            var dead = _bench.Open();
            await dead.ReconcileAsync(Bench.Content(("default", 16, null)) with { ConfirmSeconds = 120 }, CancellationToken.None);
        }
        Assert.Equal(0, (await _shell.RunAsync("confirm")).Exit);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        Assert.Null(CommitConfirm.PendingIn(_bench.State, _bench.Clock));
        Assert.Equal(1, (await _shell.RunAsync("confirm")).Exit);
    }

    [Fact]
    public async Task A_confirmation_after_the_deadline_is_none()
    {
        var before = _bench.Tuner.ToString();
        {
            var dead = _bench.Open();
            await dead.ReconcileAsync(Bench.Content(("default", 16, null)) with { ConfirmSeconds = 3 }, CancellationToken.None);
        }
        _bench.Clock.Advance(TimeSpan.FromSeconds(4));
        foreach (
            var verb in (string[][])
                [
                    ["show"],
                    ["plan", _edge],
                    ["verify"],
                    ["history"],
                    ["doctor", "--json"],
                    ["explain-rollback"],
                ]
        )
            Assert.Contains(
                "Overdue, unconfirmed: edge revision 1 should have been undone at",
                (await _shell.RunAsync(verb)).Error,
                StringComparison.Ordinal
            );

        var said = await _shell.RunAsync("confirm");
        Assert.Equal(1, said.Exit);
        Assert.Contains("Too late: edge revision 1 could be confirmed until", said.Error, StringComparison.Ordinal);
        Assert.Equal(before, _bench.Tuner.ToString());
    }

    [Fact]
    public async Task Who_looks_before_the_deadline_learns_of_it()
    {
        {
            var dead = _bench.Open();
            await dead.ReconcileAsync(Bench.Content(("default", 16, null)) with { ConfirmSeconds = 60 }, CancellationToken.None);
        }
        var shown = (await _shell.RunAsync("show")).Error;
        Assert.Contains("Unconfirmed: edge revision 1 is undone at", shown, StringComparison.Ordinal);
        Assert.Contains($"'iwtune confirm --state {_bench.State.Root}' keeps it.\n", shown, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Before_it_is_confirmed_a_change_can_be_verified()
    {
        {
            var dead = _bench.Open();
            await dead.ReconcileAsync(Bench.Content(("default", 16, null)) with { ConfirmSeconds = 60 }, CancellationToken.None);
        }
        var said = await _shell.RunAsync("verify");
        Assert.Equal((0, true), (said.Exit, said.Out.StartsWith("edge: this host complies with the policy.", StringComparison.Ordinal)));
        _bench.Tuner.Change(Bench.Default, route => route with { Window = Window.Unset });
        Assert.Equal(2, (await _shell.RunAsync("verify")).Exit);
        await _shell.RunAsync("rollback");
        Assert.Equal(64, (await _shell.RunAsync("verify")).Exit);
    }

    [Fact]
    public async Task A_damaged_timer_puts_back_what_was_never_confirmed()
    {
        var before = _bench.Tuner.ToString();
        {
            var dead = _bench.Open();
            await dead.ReconcileAsync(Bench.Content(("default", 16, null)) with { ConfirmSeconds = 60 }, CancellationToken.None);
        }
        File.WriteAllText(_bench.State.Pending, "{\"transac");
        Assert.Contains("Overdue, unconfirmed: edge", (await _shell.RunAsync("show")).Error, StringComparison.Ordinal);
        Assert.Equal(0, (await _shell.RunAsync("rollback")).Exit);
        Assert.Equal(before, _bench.Tuner.ToString());
        Assert.False(File.Exists(_bench.State.Pending));
    }

    [Fact]
    public async Task Only_what_has_to_be_confirmed_is_watched_by_another_process()
    {
        await _shell.RunAsync("apply", _edge);
        Assert.Empty(_shell.Watched);
        await WhileAsync(
            _shell.RunAsync(
                "apply",
                _shell.File("confirm.yaml", "policy: edge\nwindow: { initcwnd: 20 }\nscopes: [default]\nconfirm: 1m\n")
            ),
            () => { }
        );
        Assert.Equal([_bench.State.Root], _shell.Watched);
    }

    [Fact]
    public async Task A_change_whose_process_was_killed_is_put_back_by_the_one_that_watches()
    {
        var before = _bench.Tuner.ToString();
        {
            var dead = _bench.Open();
            await dead.ReconcileAsync(Bench.Content(("default", 16, null)) with { ConfirmSeconds = 60 }, CancellationToken.None);
        }
        var said = await WhileAsync(_shell.RunAsync("confirm-watch"), () => { });
        Assert.Equal(0, said.Exit);
        Assert.Equal(before, _bench.Tuner.ToString());
        Assert.Contains("restored, not confirmed", (await _shell.RunAsync("history")).Out, StringComparison.Ordinal);
        Assert.InRange(
            _bench.Clock.GetUtcNow() - Journal.Peek(_bench.State, _bench.Clock).Transactions.First().At,
            TimeSpan.FromSeconds(61),
            TimeSpan.FromSeconds(65)
        );
    }

    [Fact]
    public async Task A_clock_that_is_set_back_does_not_delay_the_one_that_watches()
    {
        var before = _bench.Tuner.ToString();
        {
            var dead = _bench.Open();
            await dead.ReconcileAsync(Bench.Content(("default", 16, null)) with { ConfirmSeconds = 60 }, CancellationToken.None);
        }
        _bench.Clock.Jump(-TimeSpan.FromHours(1));
        var began = _bench.Clock.GetTimestamp();
        await WhileAsync(_shell.RunAsync("confirm-watch"), () => { });
        Assert.Equal(before, _bench.Tuner.ToString());
        Assert.InRange(_bench.Clock.GetElapsedTime(began), TimeSpan.FromSeconds(60), TimeSpan.FromSeconds(65));
    }

    [Fact]
    public async Task What_is_confirmed_is_left_alone_by_the_one_that_watches()
    {
        {
            var dead = _bench.Open();
            await dead.ReconcileAsync(Bench.Content(("default", 16, null)) with { ConfirmSeconds = 60 }, CancellationToken.None);
        }
        Task<Said>? other = null;
        await WhileAsync(_shell.RunAsync("confirm-watch"), () => other ??= new Shell(_bench).RunAsync("confirm"));
        Assert.Equal(0, (await other!).Exit);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task The_next_command_puts_back_what_a_killed_one_left()
    {
        var before = _bench.Tuner.ToString();
        {
            var dead = _bench.Open();
            await dead.ReconcileAsync(Bench.Content(("default", 16, null)) with { ConfirmSeconds = 120 }, CancellationToken.None);
        }
        var ten = _shell.File("ten.yaml", "policy: ten\nwindow: { initcwnd: 32 }\nscopes: [{ prefix: 10.0.0.0/8 }]\n");
        var said = await _shell.RunAsync("apply", ten);
        Assert.Contains("An earlier change was not finished. 1 route restored", said.Error, StringComparison.Ordinal);
        await _shell.RunAsync("rollback");
        Assert.Equal(before, _bench.Tuner.ToString());
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    /// <summary>Lets simulated time pass until the command has ended.</summary>
    private async Task<Said> WhileAsync(Task<Said> command, Action meanwhile)
    {
        await _bench.Clock.PassUntilAsync(
            TimeSpan.FromMilliseconds(50),
            () =>
            {
                if (File.Exists(_bench.State.Pending))
                    meanwhile();
                return command.IsCompleted;
            },
            () => "the command does not end"
        );
        return await command;
    }
}
