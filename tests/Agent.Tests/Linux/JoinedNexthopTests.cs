namespace IwTune.Agent.Tests.Linux;

/// <summary>IPv6 adds a second route of one key to the next hops of the first, which has another name then and keeps its window.</summary>
public sealed class JoinedNexthopTests : IDisposable
{
    private const string Sibling = "default via fd98::2 dev v1";

    private readonly JournaledZoo _zoo = new();
    private readonly string _before;

    public JoinedNexthopTests()
    {
        _zoo.Ip("-6 route add default via fd99::2 dev v0 initcwnd 5");
        _before = _zoo.Oracle();
        _zoo.Apply(16);
    }

    [Fact]
    public void A_rollback_fails_while_the_window_stays_and_works_when_the_other_next_hop_is_gone()
    {
        _zoo.Ip($"-6 route append {Sibling}");
        var refused = _zoo.UndoLast();
        Assert.False(refused.Succeeded);
        Assert.Contains("several IPv6 routes that share the load", refused.State.Reason, StringComparison.Ordinal);

        _zoo.Ip($"-6 route del {Sibling}");
        Assert.True(_zoo.UndoLast().Succeeded);
        Assert.Equal(_before, _zoo.Oracle());
    }

    [Fact]
    public void Several_next_hops_that_another_program_wrote_without_our_window_are_not_ours()
    {
        _zoo.Ip("-6 route replace default nexthop via fd99::2 dev v0 nexthop via fd98::2 dev v1");
        var now = _zoo.Oracle();
        var undone = _zoo.UndoLast();
        Assert.Equal((true, 0), (undone.Succeeded, undone.Outcomes.Count));
        Assert.Equal(now, _zoo.Oracle());
    }

    public void Dispose() => _zoo.Dispose();
}
