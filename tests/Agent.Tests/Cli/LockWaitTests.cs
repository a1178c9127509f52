using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Commands that an uninstall runs directly after it has asked the daemon to stop.</summary>
[Collection("command line")]
public sealed class LockWaitTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;
    private int _seen;

    public LockWaitTests() => _shell = new Shell(_bench);

    public static TheoryData<string> Verbs => ["rollback --all", "unenroll --force --purge", "cleanup"];

    [Theory]
    [MemberData(nameof(Verbs))]
    public async Task A_daemon_that_is_stopping_is_waited_for(string verb)
    {
        await _shell.ApplyEdgeAsync();
        var daemon = StateLock.Take(_bench.State, StateLock.Daemon);
        daemon.AnnounceStop();
        var running = _shell.RunAsync(verb.Split(' '));
        await PassAsync(running, TimeSpan.FromSeconds(9));
        Assert.False(running.IsCompleted);
        daemon.Dispose();
        var said = await EndOfAsync(running);
        Assert.Equal(0, said.Exit);
        Assert.Equal(
            $"Waiting up to 10 s for the end of 'iwtune run' (pid {Environment.ProcessId}), which is stopping.",
            said.Error.Split('\n')[0]
        );
    }

    [Theory]
    [MemberData(nameof(Verbs))]
    public async Task A_daemon_that_does_not_end_in_time_is_named_and_nothing_is_changed(string verb)
    {
        await _shell.ApplyEdgeAsync();
        using var daemon = StateLock.Take(_bench.State, StateLock.Daemon);
        daemon.AnnounceStop();
        var running = _shell.RunAsync([.. verb.Split(' '), "--wait", "3s"]);
        await PassAsync(running, TimeSpan.FromSeconds(2.9));
        Assert.False(running.IsCompleted);
        var said = await EndOfAsync(running);
        Assert.Equal(1, said.Exit);
        Assert.Contains($"pid {Environment.ProcessId}", said.Error.Split('\n')[1], StringComparison.Ordinal);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        Assert.True(File.Exists(_bench.State.Journal));
    }

    [Theory]
    [MemberData(nameof(Verbs))]
    public async Task A_daemon_that_goes_on_running_is_waited_for_only_when_asked_to(string verb)
    {
        await _shell.ApplyEdgeAsync();
        var daemon = StateLock.Take(_bench.State, StateLock.Daemon);
        var refused = await _shell.RunAsync(verb.Split(' '));
        Assert.Equal(1, refused.Exit);
        Assert.DoesNotContain("Waiting", refused.Error, StringComparison.Ordinal);

        var running = _shell.RunAsync([.. verb.Split(' '), "--wait", "60s"]);
        await PassAsync(running, TimeSpan.FromSeconds(50));
        Assert.False(running.IsCompleted);
        daemon.Dispose();
        Assert.Equal(0, (await EndOfAsync(running)).Exit);
    }

    [Theory]
    [InlineData("soon")]
    [InlineData("11m")]
    public async Task A_wait_that_is_no_time_or_too_long_is_refused(string time)
    {
        var said = await _shell.RunAsync("rollback", "--all", "--wait", time);
        Assert.Equal(64, said.Exit);
        Assert.Contains($"--wait '{time}'", said.Error, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        Directory.CreateDirectory(_bench.State.Root); // the bench removes what it made
        _bench.Dispose();
    }

    /// <summary>Lets time pass in small steps, so that every pause of the command ends in it.</summary>
    private async Task PassAsync(Task<Said> running, TimeSpan time)
    {
        for (var passed = TimeSpan.Zero; passed < time && !running.IsCompleted; passed += Step)
        {
            await Until.TrueAsync(() => running.IsCompleted || _bench.Clock.TimersMade > _seen, () => "the command neither waits nor ends");
            _seen = _bench.Clock.TimersMade;
            _bench.Clock.Advance(Step);
        }
    }

    private async Task<Said> EndOfAsync(Task<Said> running)
    {
        await PassAsync(running, TimeSpan.FromMinutes(1));
        return await running;
    }

    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(100);
}
