using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Engine;
using IwTune.Lab;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control;

/// <summary>
/// What a daemon finds and repairs at start reaches the server at once, not with the next turn, which may be minutes later.
/// </summary>
public sealed class FirstTurnTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly TestAuthority _authority = new();
    private readonly SecretsServer _server;

    public FirstTurnTests()
    {
        var enrolled = _authority.Enrolled(_bench.Clock.GetUtcNow());
        IdentityFile.Write(_bench.State.Root, enrolled);
        _server = new SecretsServer(enrolled);
    }

    [Fact]
    public Task The_state_that_a_daemon_starts_with_is_reported_at_once() =>
        RunAsync(() => _server.Lines.Values.Any(line => line.State is not null));

    [Fact]
    public async Task A_drift_that_is_repaired_while_the_daemon_starts_is_reported()
    {
        using (var before = Open())
            await before.AnswerAsync(new LocalRequest(LocalVerb.Apply, Bench.Content(("default", 16, null))), CancellationToken.None);
        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(99, null) });

        await RunAsync(() => _server.Lines.Values.Any(line => line.Event is { Kind: HostEventKind.Repaired }));

        Assert.Equal(16, _bench.WindowOf(Bench.Default).InitCwnd);
    }

    public void Dispose()
    {
        _authority.Dispose();
        _bench.Dispose();
    }

    private Daemon Open() =>
        new(
            new DaemonOptions(_bench.State.Root, "", null),
            SettingsFile.Load(_bench.State, () => CentralSettings.None),
            _bench.DaemonHost,
            _bench.Clock,
            () => 0.5,
            AgentLog.Silent,
            new DaemonProcess { Wire = _server.Wire }
        );

    /// <summary>Runs a daemon until the server has the requested data. Its clock stands still, so only the start can cause it.</summary>
    private async Task RunAsync(Func<bool> until)
    {
        using var daemon = Open();
        using var stop = new CancellationTokenSource();
        using var listener = new LocalListener(new NobodyAsks(), daemon.AnswerAsync, AgentLog.Silent, _bench.Clock);
        var running = daemon.RunAsync(listener, new ReadySupervisor(), content: null, stop.Token);
        await Until.TrueAsync(
            () => running.IsCompleted || until(),
            () => $"the server has {string.Join(", ", _server.Lines.Values)}",
            TimeSpan.FromSeconds(20)
        );
        await stop.CancelAsync();
        await running;
        Assert.True(until());
    }
}
