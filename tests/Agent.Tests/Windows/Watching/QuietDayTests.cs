using IwTune.Agent.Control.Loops;
using IwTune.Agent.Engine;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Tests.Windows.Facts;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Tests.Windows.Watching;

/// <summary>
/// What the agent costs a server as it comes on a day without changes: endpoint protection flags a service that starts programs all the
/// time.
/// </summary>
public sealed class QuietDayTests
{
    private const int MostPrograms = 150;

    [Theory]
    [InlineData("2012r2")]
    [InlineData("2016")]
    [InlineData("2022")]
    public async Task A_day_starts_few_programs(string profile)
    {
        using var host = new EmulatedHost(profile, method: AccessMethod.Wmi);
        host.Signal.Works = true;
        var tuner = host.NewTuner();
        var reconciler = Reconciler.Open(host.State, tuner, new SimulatedProbe(host.Clock), host.Clock, AgentLog.Silent);
        var content = WindowsBench.Content(("default", 16));
        await reconciler.ReconcileAsync(content, default);
        var readings = new HostReadings(tuner, host.Version, host.Netsh, new FakeRegistry(), host.Clock);
        var first = host.Machine.Calls.Count;

        using var end = new CancellationTokenSource();
        var watching = Task.Run(
            async () =>
            {
                await foreach (var change in tuner.WatchAsync(end.Token))
                    Assert.Fail(change.What);
            },
            TestContext.Current.CancellationToken
        );
        for (var passed = TimeSpan.Zero; passed < TimeSpan.FromDays(1); passed += SafetyNetLoop.Every)
        {
            // The safety net, the facts of a check-in, and the watch's own looks.
            await reconciler.ReconcileAsync(content, default);
            readings.Settings();
            host.Clock.Advance(SafetyNetLoop.Every);
            await Task.Yield();
        }

        var calls = host.Machine.Calls.Skip(first).ToList();
        var programs = calls.Count(call => !call.StartsWith("wmi ", StringComparison.Ordinal));
        Assert.InRange(programs, 24, MostPrograms);
        Assert.DoesNotContain(
            calls,
            call => call.Contains(" set ", StringComparison.Ordinal) || call.Contains("-Net", StringComparison.Ordinal)
        );
        await end.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => watching);
    }
}
