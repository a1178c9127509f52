using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Engine.Passive;

namespace IwTune.Agent.Tests.Control;

/// <summary>A daemon knows whether it can observe losses before it raises anything.</summary>
public sealed class LookingDaemonTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public async Task The_first_apply_comes_before_the_first_look_where_connections_can_be_looked_at() =>
        Assert.Equal(16, await AppliedAsync(new FakeFeed(), 16));

    [Fact]
    public async Task Where_the_ends_of_connections_cannot_be_seen_nothing_is_raised() =>
        Assert.Null(await AppliedAsync(new FakeFeed { Lacking = "The ends of connections cannot be seen." }, 16));

    [Fact]
    public async Task Where_connections_cannot_be_seen_at_all_nothing_is_raised() =>
        Assert.Null(await AppliedAsync(new NoConnections(), 16));

    [Fact]
    public async Task What_is_no_raise_needs_nobody_who_looks() => Assert.Equal(10, await AppliedAsync(new NoConnections(), 10));

    private async Task<int?> AppliedAsync(IConnections connections, int segments)
    {
        await PolicyDaemon.RunAsync(_bench, _bench.DaemonHost with { Connections = connections }, segments, _ => Task.CompletedTask);
        return _bench.WindowOf(Bench.Default).InitCwnd;
    }

    public void Dispose() => _bench.Dispose();

    private sealed class NoConnections : IConnections
    {
        public IConnectionFeed Open() => throw new HostUnsupportedException("This kernel does not tell of connections.");
    }
}
