using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Control;

/// <summary>The daemon's answers on its socket: the exit codes are those of the commands without one.</summary>
public sealed class DaemonTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Daemon _daemon;

    public DaemonTests() =>
        _daemon = new Daemon(
            new DaemonOptions(_bench.State.Root, "", null),
            SettingsFile.Load(_bench.State, () => CentralSettings.None),
            _bench.DaemonHost,
            _bench.Clock,
            () => 0.5,
            AgentLog.Silent
        );

    [Fact]
    public async Task A_confirmation_that_comes_too_late_does_not_look_kept()
    {
        await _daemon.AnswerAsync(
            new LocalRequest(LocalVerb.Apply, Bench.Content(("default", 16, null)) with { ConfirmSeconds = 60 }),
            None
        );
        var kept = await _daemon.AnswerAsync(new LocalRequest(LocalVerb.Confirm), None);
        var late = await _daemon.AnswerAsync(new LocalRequest(LocalVerb.Confirm), None);

        Assert.Equal(ExitCode.Fine, kept.Exit);
        Assert.Equal((ExitCode.Error, CommitConfirm.NothingWaits), (late.Exit, late.Text));
    }

    [Theory]
    [InlineData("default", ExitCode.Fine)]
    [InlineData("prefix:198.51.100.0/24", ExitCode.Unsupported)]
    public async Task Apply_verify_and_status_agree(string scope, int exit)
    {
        foreach (
            var request in (LocalRequest[])
                [new(LocalVerb.Apply, Bench.Content((scope, 16, null))), new(LocalVerb.Verify), new(LocalVerb.Status)]
        )
            Assert.Equal(exit, (await _daemon.AnswerAsync(request, None)).Exit);
    }

    public void Dispose()
    {
        _daemon.Dispose();
        _bench.Dispose();
    }
}
