namespace IwTune.Agent.Tests.Linux;

/// <summary>Another program puts the same route, with another protocol, before ours, and so gets its name.</summary>
public sealed class TwinRouteTests : IDisposable
{
    private readonly JournaledZoo _zoo = new();
    private readonly string _before;

    public TwinRouteTests()
    {
        _zoo.Ip("route add default via 10.99.0.2 initcwnd 5");
        _before = _zoo.Oracle();
        _zoo.Apply(16);
        _zoo.Ip("route prepend default via 10.99.0.2 proto static");
    }

    [Fact]
    public void Ours_is_restored_behind_the_other_which_keeps_its_window()
    {
        Assert.True(_zoo.UndoLast().Succeeded);
        Assert.Equal(
            ["default via 10.99.0.2 dev v0 proto static", "default via 10.99.0.2 dev v0 initcwnd 5"],
            _zoo.Ip("route show default").Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
        );
        _zoo.Ip("route del default proto static");
        Assert.Equal(_before, _zoo.Oracle());
    }

    public void Dispose() => _zoo.Dispose();
}
