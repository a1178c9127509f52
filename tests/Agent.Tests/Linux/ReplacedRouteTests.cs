using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Linux;

/// <summary>Another program deleted our route and put one of its own, with the same name, in its place.</summary>
public sealed class ReplacedRouteTests : IDisposable
{
    private readonly JournaledZoo _zoo = new();

    public ReplacedRouteTests() => _zoo.Ip("route add default via 10.99.0.2 initcwnd 5");

    [Fact]
    public void A_rollback_leaves_it_alone()
    {
        _zoo.Apply(16);
        var others = Replace();
        var undone = _zoo.UndoLast();
        Assert.True(undone.Succeeded);
        Assert.Empty(undone.Outcomes);
        Assert.Equal(others, _zoo.Oracle());
    }

    [Fact]
    public void A_rollback_leaves_it_alone_when_it_has_a_window_of_its_own()
    {
        _zoo.Apply(16);
        var others = Replace("initcwnd 7");
        Assert.True(_zoo.UndoLast().Succeeded);
        Assert.Equal(others, _zoo.Oracle());
    }

    [Fact]
    public void A_rollback_to_an_earlier_policy_leaves_it_alone()
    {
        _zoo.Apply(12);
        _zoo.Apply(16);
        var others = Replace();
        Assert.True(_zoo.UndoLast().Succeeded);
        Assert.Equal(others, _zoo.Oracle());
    }

    [Fact]
    public void A_rollback_of_everything_leaves_it_alone()
    {
        _zoo.Apply(16);
        var others = Replace();
        Assert.True(_zoo.Undo(async rollbacks => await rollbacks.AllAsync(CancellationToken.None)).Succeeded);
        Assert.Equal(others, _zoo.Oracle());
    }

    [Fact]
    public void The_dead_man_timer_leaves_it_alone()
    {
        _zoo.Apply(16, confirmSeconds: 60);
        var others = Replace();
        Assert.True(_zoo.Undo(rollbacks => rollbacks.PendingAsync("it was not confirmed in time", CancellationToken.None)).Succeeded);
        Assert.Equal(others, _zoo.Oracle());
    }

    [Fact]
    public void No_command_is_printed_for_it()
    {
        _zoo.Apply(16);
        Assert.NotEmpty(_zoo.ByHand());
        Replace();
        Assert.Empty(_zoo.ByHand());
    }

    [Fact]
    public void It_is_repaired_and_then_goes_back_to_what_it_was()
    {
        _zoo.Apply(16);
        var others = Replace();
        var repaired = _zoo.Apply(16);
        Assert.Contains(repaired.Events, happened => happened.Kind == HostEventKind.Drifted);
        var repair = Assert.Single(repaired.Events, happened => happened.Kind == HostEventKind.Repaired);
        Assert.EndsWith("repair 1 of this route.", repair.Text, StringComparison.Ordinal);
        Assert.True(_zoo.UndoLast().Succeeded);
        Assert.Equal(others, _zoo.Oracle());
    }

    [Fact]
    public void Ours_without_its_window_is_still_restored()
    {
        var before = _zoo.Oracle();
        _zoo.Apply(16);
        _zoo.Ip("route change default via 10.99.0.2");
        Assert.IsType<Agent.Ports.Outcome.Applied>(Assert.Single(_zoo.UndoLast().Outcomes).Outcome);
        Assert.Equal(before, _zoo.Oracle());
    }

    public void Dispose() => _zoo.Dispose();

    /// <returns>The routes afterwards.</returns>
    private string Replace(string window = "")
    {
        _zoo.Ip($"route prepend default via 10.99.0.2 proto static {window}");
        _zoo.Ip("route del default proto boot");
        return _zoo.Oracle();
    }
}
