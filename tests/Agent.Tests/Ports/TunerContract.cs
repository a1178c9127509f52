using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Ports;

/// <summary>The guarantees of every tuner, for routes or templates. Derived once for each substrate.</summary>
public abstract class TunerContract : IDisposable
{
    /// <summary>A separate host for each test.</summary>
    protected abstract ITunedHost Host { get; }

    private string First => Host.Names.First;

    private string Second => Host.Names.Second;

    [Fact]
    public async Task Every_target_has_an_id_of_its_own_and_bytes()
    {
        Host.Add(First);
        Host.Add(Second);
        var snapshot = await Host.ReadAsync();
        Assert.Equal(snapshot.Targets.Count, snapshot.Targets.Select(target => target.Id).Distinct(StringComparer.Ordinal).Count());
        Assert.All(snapshot.Targets, target => Assert.False(target.Raw.IsEmpty));
        Assert.All(snapshot.Targets, target => Assert.NotEmpty(target.Strategy.Why));
        Assert.NotEmpty(snapshot.BootId);
        Assert.All([First, Second], name => Assert.NotEqual(StrategyKind.ReportOnly, Host.Find(snapshot, name).Strategy.Kind));
    }

    [Fact]
    public async Task Reading_changes_nothing_and_reads_the_same_again()
    {
        Host.Add(First);
        var before = Host.Print();
        var first = await Host.ReadAsync();
        var second = await Host.ReadAsync();
        Assert.Equal(
            first.Targets.Select(target => (target.Id, target.Current)),
            second.Targets.Select(target => (target.Id, target.Current))
        );
        Assert.Equal(before, Host.Print());
    }

    [Fact]
    public async Task A_window_that_was_set_is_read_back_and_nothing_else_differs()
    {
        Host.Add(First);
        Host.Add(Second, Host.Others);
        foreach (var name in (string[])[First, Second])
        {
            foreach (var window in Host.Windows)
            {
                var untouched = Host.Print();
                var before = await TargetAsync(name);
                await MustApplyAsync(new Step.Set(before, window));
                Assert.Equal(window, (await TargetAsync(name)).Current);
                await MustApplyAsync(new Step.Set(await TargetAsync(name), before.Current));
                Assert.Equal(untouched, Host.Print());
            }
        }
    }

    [Fact]
    public async Task A_step_taken_twice_is_there_already()
    {
        Host.Add(First);
        var planned = await TargetAsync(First);
        var step = new Step.Set(planned, Host.Windows[0]);
        await MustApplyAsync(step);
        Assert.IsType<Outcome.AlreadyThere>(await Host.ApplyAsync(step));
    }

    [Fact]
    public async Task What_was_put_back_is_byte_for_byte_what_it_was()
    {
        Host.Add(First, Host.Others with { InitRwnd = null });
        var untouched = Host.Print();
        var before = await TargetAsync(First);
        var image = await ImageAsync(before);
        await MustApplyAsync(new Step.Set(before, Host.Windows[0]));
        await MustApplyAsync(new Step.PutBack(await TargetAsync(First), image));
        Assert.Equal(untouched, Host.Print());
        Assert.Equal(before.Raw.ToArray(), (await TargetAsync(First)).Raw.ToArray());
        Assert.IsType<Outcome.AlreadyThere>(await Host.ApplyAsync(new Step.PutBack(await TargetAsync(First), image)));
    }

    [Fact]
    public async Task Putting_back_keeps_what_somebody_else_changed_meanwhile()
    {
        Host.Add(First);
        var before = await TargetAsync(First);
        var image = await ImageAsync(before);
        await MustApplyAsync(new Step.Set(before, Host.Windows[1]));
        Host.ChangeOther(First);
        await MustApplyAsync(new Step.PutBack(await TargetAsync(First), image));
        var restored = Host.Print();
        Assert.Equal(before.Current, (await TargetAsync(First)).Current);

        Host.MakeAnew(First);
        Host.ChangeOther(First);
        Assert.Equal(Host.Print(), restored);
    }

    [Fact]
    public async Task A_target_that_is_gone_is_not_made_again()
    {
        Host.Add(First);
        var planned = await TargetAsync(First);
        var image = await ImageAsync(planned);
        Host.Remove(First);
        var without = Host.Print();
        Assert.True(await Host.ApplyAsync(new Step.Set(planned, Host.Windows[1])) is Outcome.Refused or Outcome.Failed);
        Assert.IsNotType<Outcome.Applied>(await Host.ApplyAsync(new Step.PutBack(planned, image)));
        Assert.Equal(without, Host.Print());
    }

    [Fact]
    public async Task A_target_that_somebody_else_changed_after_planning_is_refused()
    {
        Host.Add(First);
        var planned = await TargetAsync(First);
        Host.ChangeUnderPlan(First);
        var changed = Host.Print();
        Assert.NotEmpty(Assert.IsType<Outcome.Refused>(await Host.ApplyAsync(new Step.Set(planned, Host.Windows[1]))).Reason);
        Assert.Equal(changed, Host.Print());
    }

    [Fact]
    public async Task A_target_that_is_only_reported_is_refused_with_the_reason()
    {
        var name = Host.AddReportOnly();
        var untouched = Host.Print();
        var target = await TargetAsync(name);
        Assert.Equal(StrategyKind.ReportOnly, target.Strategy.Kind);
        Assert.Equal(
            target.Strategy.Why,
            Assert.IsType<Outcome.Refused>(await Host.ApplyAsync(new Step.Set(target, Host.Windows[1]))).Reason
        );
        Assert.Equal(untouched, Host.Print());
    }

    [Fact]
    public async Task A_foreign_change_is_told()
    {
        using var limit = new CancellationTokenSource(Until.Limit);
        var named = "";
        var told = await Host.NextChangeAsync(() => named = Host.Disturb(), limit.Token);
        Assert.Contains(named, told, StringComparison.Ordinal);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Host.Dispose();
        GC.SuppressFinalize(this);
    }

    private async Task<Target> TargetAsync(string name) => Host.Find(await Host.ReadAsync(), name);

    private async Task<BeforeImage> ImageAsync(Target target)
    {
        var snapshot = await Host.ReadAsync();
        return new BeforeImage(target.Id, target.Current, target.Raw, snapshot.BootId, snapshot.At);
    }

    private async Task MustApplyAsync(Step step)
    {
        var outcome = await Host.ApplyAsync(step);
        Assert.Equal((TargetOutcome.Applied, ""), (outcome.Kind, outcome.Detail));
    }
}
