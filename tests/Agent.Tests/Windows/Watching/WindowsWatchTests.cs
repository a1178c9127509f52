using System.Net;
using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Agent.Windows.Watching;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Windows.Watching;

/// <summary>Windows tells that it has written a setting; a timer looks as well.</summary>
public sealed class WindowsWatchTests : IDisposable
{
    private readonly WindowsBench _bench = new(MemoryWindows.V2019);

    [Fact]
    public async Task A_template_that_somebody_changes_is_told_at_the_next_look_and_repaired()
    {
        await _bench.ApplyAsync(("default", 16));
        var tuner = _bench.NewTuner();
        await using var changes = tuner
            .WatchAsync(TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);
        var next = await BeganAsync(changes);

        _bench.Host.Icw[TemplateName.Internet] = 10;
        _bench.Clock.Advance(SettingsWatch.Unwatched);
        Assert.True(await next);
        Assert.Equal("template Internet was initcwnd 16 and is initcwnd 10", changes.Current.What);

        var turn = await _bench.ApplyAsync(("default", 16));
        Assert.Equal(16, _bench.Host.Icw[TemplateName.Internet]);
        Assert.Contains(turn.Events, told => told.Kind == Shared.Wire.HostEventKind.Repaired);
    }

    [Fact]
    public async Task What_somebody_changes_between_the_first_reading_and_the_watch_is_told_at_once()
    {
        var tuner = _bench.NewTuner();
        await tuner.ReadAsync(TestContext.Current.CancellationToken);
        _bench.Host.Icw[TemplateName.Internet] = 4;

        await using var changes = tuner
            .WatchAsync(TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);

        Assert.True(await changes.MoveNextAsync());
        Assert.Equal("template Internet was initcwnd 10 and is initcwnd 4", changes.Current.What);
    }

    [Fact]
    public async Task Filters_the_default_and_automatic_are_looked_at_too()
    {
        var filter = new TransportFilter(TemplateName.Compat, IPNetwork.Parse("10.9.0.0/16"));
        _bench.Host.AddForeign(filter);
        await using var changes = _bench
            .NewTuner()
            .WatchAsync(TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);
        var next = await BeganAsync(changes);
        _bench.Host.UseCustom = true;
        _bench.Host.Default = TemplateName.Compat;
        _bench.Host.RemoveForeign(filter);
        _bench.Clock.Advance(SettingsWatch.Unwatched);
        var told = new List<string>();
        Assert.True(await next);
        told.Add(changes.Current.What);
        while (told.Count < 3 && await changes.MoveNextAsync())
            told.Add(changes.Current.What);
        Assert.Equal(
            [
                "AutomaticUseCustom was Disabled and is Enabled",
                "filter 10.9.0.0/16 was Compat and is gone",
                "the default template was Automatic and is Compat",
            ],
            told.Order(StringComparer.Ordinal)
        );
    }

    [Fact]
    public async Task Its_own_steps_are_not_told_and_another_s_change_beside_them_is()
    {
        var tuner = _bench.NewTuner();
        await using var changes = tuner
            .WatchAsync(TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);
        var next = await BeganAsync(changes);

        var reconciler = Reconciler.Open(
            _bench.State,
            tuner,
            new Agent.Simulated.SimulatedProbe(_bench.Clock),
            _bench.Clock,
            AgentLog.Silent
        );
        await reconciler.ReconcileAsync(WindowsBench.Content(("default", 16), ("prefix:10.0.0.0/8", 20)), CancellationToken.None);
        _bench.Host.Icw[TemplateName.Compat] = 2;
        _bench.Clock.Advance(SettingsWatch.Unwatched);

        Assert.True(await next);
        Assert.Equal("template Compat was initcwnd 4 and is initcwnd 2", changes.Current.What);
    }

    [Fact]
    public async Task A_look_that_fails_is_no_change_and_the_next_one_compares_with_the_last_that_did_not()
    {
        await using var changes = _bench
            .NewTuner()
            .WatchAsync(TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);
        var next = await BeganAsync(changes);
        _bench.Host.ReadProblem = "the provider is gone for a moment";
        await LookAsync();
        Assert.False(next.IsCompleted);
        _bench.Host.ReadProblem = "";
        _bench.Host.Icw[TemplateName.Internet] = 4;
        _bench.Clock.Advance(SettingsWatch.Unwatched);
        Assert.True(await next);
        Assert.Equal("template Internet was initcwnd 10 and is initcwnd 4", changes.Current.What);
    }

    [Fact]
    public async Task A_write_that_windows_tells_of_is_looked_at_when_it_has_settled()
    {
        _bench.Host.Signal.Works = true;
        await using var changes = _bench
            .NewTuner()
            .WatchAsync(TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);
        var next = await BeganAsync(changes);
        var before = _bench.Clock.TimersMade;
        _bench.Host.Icw[TemplateName.Internet] = 4;
        _bench.Host.Signal.Raise();
        await WaitsAsync(before);
        Assert.False(next.IsCompleted);
        _bench.Clock.Advance(SettingsWatch.Settling);
        Assert.True(await next);
        Assert.Equal("template Internet was initcwnd 10 and is initcwnd 4", changes.Current.What);
        Assert.Equal(1, _bench.Host.Noticed);
    }

    [Fact]
    public async Task A_write_during_a_look_is_not_missed()
    {
        _bench.Host.Signal.Works = true;
        await using var changes = _bench
            .NewTuner()
            .WatchAsync(TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);
        var raised = false;
        _bench.Host.Touched = () =>
        {
            if (!raised)
                _bench.Host.Signal.Raise();
            raised = true;
        };
        var next = await BeganAsync(changes);
        _bench.Host.Touched = () => { };
        _bench.Host.Icw[TemplateName.Internet] = 4;
        _bench.Clock.Advance(SettingsWatch.Settling);
        Assert.True(await next);
    }

    [Fact]
    public async Task Without_a_write_it_looks_after_a_quarter_of_an_hour_that_differs_by_host()
    {
        _bench.Host.Signal.Works = true;
        await using var changes = _bench
            .NewTuner()
            .WatchAsync(TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);
        var next = await BeganAsync(changes);
        _bench.Host.Icw[TemplateName.Internet] = 4;
        _bench.Clock.Advance(SettingsWatch.Slow * 0.79);
        Assert.False(next.IsCompleted);
        _bench.Clock.Advance(SettingsWatch.Slow * 0.42);
        Assert.True(await next);
        Assert.Equal(0, _bench.Host.Noticed);
    }

    public void Dispose() => _bench.Dispose();

    /// <summary>The first look is only the reference for later ones.</summary>
    private async Task<Task<bool>> BeganAsync(IAsyncEnumerator<HostChanged> changes)
    {
        var before = _bench.Clock.TimersMade;
        var next = changes.MoveNextAsync().AsTask();
        await WaitsAsync(before);
        return next;
    }

    private async Task LookAsync()
    {
        var before = _bench.Clock.TimersMade;
        _bench.Clock.Advance(SettingsWatch.Unwatched);
        await WaitsAsync(before);
    }

    private Task WaitsAsync(int before) =>
        Until.TrueAsync(() => _bench.Clock.TimersMade > before, () => "the watch does not wait for its next look");
}
