using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Engine.Passive;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Control;

/// <summary>A running daemon undoes one change by its id, and does not set it again.</summary>
public sealed class RollbackOfChangeTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public async Task Later_changes_first_and_then_the_one_before()
    {
        using var daemon = new Daemon(
            new DaemonOptions(_bench.State.Root, "/nowhere.sock", "edge.yaml"),
            SettingsFile.Load(_bench.State, () => CentralSettings.None),
            _bench.DaemonHost with
            {
                Connections = new FakeFeed(),
            },
            _bench.Clock,
            () => 0.5,
            AgentLog.Silent
        );
        using var stop = new CancellationTokenSource();
        using var listener = new LocalListener(new NobodyAsks(), daemon.AnswerAsync, AgentLog.Silent, _bench.Clock);
        var supervisor = new ReadySupervisor();
        var running = daemon.RunAsync(listener, supervisor, Bench.Content(("default", 10, null)), stop.Token);
        await supervisor.IsReady.WaitAsync(TimeSpan.FromMinutes(2), TimeProvider.System, None);
        await daemon.AnswerAsync(new LocalRequest(LocalVerb.Apply, Bench.Content(("default", 9, null))), None);

        var refused = await RollbackAsync(daemon, 1);
        Assert.Equal(1, refused.Exit);
        Assert.Contains("'iwtune rollback 2' undoes that one first", refused.Text, StringComparison.Ordinal);
        Assert.Equal(9, _bench.WindowOf(Bench.Default).InitCwnd);

        var second = await RollbackAsync(daemon, 2);
        Assert.True(second.Exit == 0, second.Text);
        Assert.Contains("No policy is enforced until", second.Text, StringComparison.Ordinal);
        Assert.Equal(10, _bench.WindowOf(Bench.Default).InitCwnd);

        Assert.Equal(0, (await RollbackAsync(daemon, 1)).Exit);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.Equal("Change 1 is already undone. Nothing was changed.", (await RollbackAsync(daemon, 1)).Text);
        await daemon.ReloadAsync(null, None);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));

        var shown = (await daemon.AnswerAsync(new LocalRequest(LocalVerb.Status), None)).Status!.Configuration;
        Assert.Contains(new ShownSetting("policy", "edge.yaml", SettingSource.Option, "--policy"), shown);
        await stop.CancelAsync();
        await running;
    }

    private static async Task<LocalReply> RollbackAsync(Daemon daemon, long id) =>
        await daemon.AnswerAsync(new LocalRequest(LocalVerb.RollbackChange) { Change = id }, None);

    public void Dispose() => _bench.Dispose();
}
