using IwTune.Agent.Linux;
using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Strategies;

/// <summary>Where IwTune writes nothing, the line it suggests works when pasted.</summary>
public sealed class OwnersSettingTests : IDisposable
{
    private readonly NetNamespace _host = Privileged.Namespace("bird");
    private readonly LinuxTuner _tuner = new(TimeProvider.System);

    public OwnersSettingTests()
    {
        NetNamespace.Join(_host, "v0", _host, "v1");
        _host.Ip("addr add 10.60.0.2/24 dev v0");
    }

    [Fact]
    public async Task The_line_for_bird_makes_bird_itself_set_the_window()
    {
        const string routes = "route 10.9.0.0/16 via 10.60.0.1;";
        string line;
        using (await Bird.StartAsync(_host, routes))
        {
            var target = Target("10.9.0.0/16");
            Assert.Equal(("bird", StrategyKind.ReportOnly), (target.Owner, target.Strategy.Kind));
            line = target.Strategy.Instead!.LineFor(new Window(16, 20));
        }

        using var again = await Bird.StartAsync(_host, routes, line);
        // The first one's route still exists until the second has compared it with its own.
        await Until.TrueAsync(() => Target("10.9.0.0/16").Current == new Window(16, 20), () => _host.Ip("route show") + again.Output);
    }

    [Fact]
    public void A_routing_daemon_without_such_a_setting_is_said_to_have_none()
    {
        _host.Ip("route add 10.9.0.0/16 via 10.60.0.1 proto zebra");
        var strategy = Target("10.9.0.0/16").Strategy;
        Assert.Null(strategy.Instead);
        Assert.Contains("has no setting for a window", strategy.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void An_IPv6_group_is_left_to_the_command_that_makes_it()
    {
        _host.Ip("-6 addr add fd60::2/64 dev v0 nodad");
        _host.Ip("-6 route add fd09::/32 nexthop via fd60::1 nexthop via fd60::3");
        var line = Target("fd09::/32").Strategy.Instead!.LineFor(new Window(16, null));
        _host.Ip("-6 route del fd09::/32");
        _host.Ip($"-6 route add fd09::/32 {line} nexthop via fd60::1 nexthop via fd60::3");
        Assert.Equal(new Window(16, null), Target("fd09::/32").Current);
    }

    public void Dispose()
    {
        _tuner.Dispose();
        _host.Dispose();
    }

    private Target Target(string destination) =>
        _host
            .Run(() => _tuner.ReadAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult())
            .Targets.Single(target => target.Destination.ToString() == destination && target.InMainTable);
}
