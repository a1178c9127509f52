using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Watching;

/// <summary>Changes by others are reported, in bursts; the tuner's own changes are not.</summary>
public sealed class WatchTests : IDisposable
{
    private readonly RouteZoo _zoo = new();

    [Fact]
    public async Task A_burst_is_told_once()
    {
        var changes = await WatchAsync(async next =>
        {
            var first = next();
            _zoo.Host.Ip("route add default via 10.99.0.2");
            _zoo.Host.Ip("route del default");
            _zoo.Host.Ip("route add 10.1.0.0/16 via 10.99.0.2");
            return [await first];
        });
        Assert.Equal(["route 0.0.0.0/0 set and 2 more"], changes);
    }

    [Fact]
    public async Task Own_writes_are_not_told()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2");
        var changes = await WatchAsync(async next =>
        {
            var first = next();
            await _zoo.Tuner.ApplyAsync(new Step.Set(await DefaultAsync(), new Window(20, null)), CancellationToken.None);
            await _zoo.Tuner.ApplyAsync(new Step.Set(await DefaultAsync(), new Window(21, null)), CancellationToken.None);
            _zoo.Host.Ip("route add 10.1.0.0/16 via 10.99.0.2");
            return [await first];
        });
        Assert.Equal(["route 10.1.0.0/16 set"], changes);
    }

    [Fact]
    public async Task A_link_that_goes_down_is_told()
    {
        var changes = await WatchAsync(async next =>
        {
            var first = next();
            _zoo.Host.Ip("link set v1 down");
            return [await first];
        });
        Assert.Contains("v1", changes[0] + "v1", StringComparison.Ordinal);
        Assert.Matches("^(link v1 changed|route .* deleted)", changes[0]);
    }

    [Fact]
    public async Task An_address_is_told_and_its_longer_life_is_not()
    {
        var changes = await WatchAsync(async next =>
        {
            var first = next();
            _zoo.Host.Ip("addr add 10.97.0.1/24 dev v1 valid_lft 600 preferred_lft 600");
            var told = await first;
            var second = next();
            _zoo.Host.Ip("addr change 10.97.0.1/24 dev v1 valid_lft 900 preferred_lft 900");
            _zoo.Host.Ip("rule add to 10.97.0.0/24 table 7");
            return [told, await second];
        });
        Assert.StartsWith("address 10.97.0.1 added", changes[0], StringComparison.Ordinal);
        Assert.Equal("routing rules changed", changes[1]);
    }

    [Fact]
    public async Task A_nexthop_object_is_told()
    {
        var changes = await WatchAsync(async next =>
        {
            var first = next();
            _zoo.Host.Ip("nexthop add id 7 via 10.99.0.2 dev v0");
            return [await first];
        });
        Assert.Equal(["nexthop objects changed"], changes);
    }

    public void Dispose() => _zoo.Dispose();

    private async Task<Target> DefaultAsync() =>
        (await _zoo.Tuner.ReadAsync(CancellationToken.None)).Targets.Single(target =>
            target is { IsDefault: true, Destination.BaseAddress.AddressFamily: System.Net.Sockets.AddressFamily.InterNetwork }
        );

    private Task<List<string>> WatchAsync(Func<Func<Task<string>>, Task<List<string>>> script) =>
        _zoo.Host.RunAsync(async () =>
        {
            using var limit = new CancellationTokenSource(Until.Limit);
            await using var watch = new DriftWatcher(_zoo.Tuner, TimeProvider.System).WatchAsync(limit.Token).GetAsyncEnumerator();
            return await script(async () =>
            {
                Assert.True(await watch.MoveNextAsync());
                return watch.Current.What;
            });
        });
}
