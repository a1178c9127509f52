using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Linux.Networkd;
using IwTune.Agent.Tests.Linux.Shadows;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>The commands printed for people, run by a shell without an agent, restore every route, however its window was set.</summary>
public sealed class ByHandTests
{
    [Fact]
    public void Rewritten_and_shadowed_routes_of_both_families_go_back_byte_for_byte()
    {
        using var zoo = new RouteZoo();
        zoo.Manage("v0");
        zoo.Host.Ip("route add default via 10.99.0.2 proto dhcp metric 100 src 10.99.0.1");
        zoo.Host.Ip("route add 10.1.0.0/16 via 10.98.0.2 mtu lock 1400 initcwnd 7 congctl reno");
        zoo.Host.Ip("-6 route add default via fd99::2 proto static mtu 1400");
        zoo.Host.Ip("-6 route add fd01::/48 via fd98::2 initrwnd 9");
        var before = RouteImage.Of(zoo.Host);
        var changed = new List<Target>();
        foreach (var target in zoo.Read().Targets.Where(target => target.IsDefault || target.Destination.PrefixLength is 16 or 48))
        {
            zoo.MustApply(new Step.Set(target, new Window(23, 45)));
            changed.Add(
                zoo.Target(target.Id) with
                {
                    Original = RouteZoo.Image(target, zoo.Read()),
                    LastSet = new Setting(new Window(23, 45), target.Strategy.Kind),
                }
            );
        }
        Assert.Equal(
            [StrategyKind.Shadow, StrategyKind.InPlace, StrategyKind.InPlace, StrategyKind.Shadow],
            changed.Select(target => target.Strategy.Kind)
        );

        var undo = Explain(zoo, changed);
        Assert.Equal(changed.Select(target => target.Id), undo.Select(one => one.Of));
        RouteZoo.RunByShell(zoo.Host, undo);

        Assert.Equal(before, RouteImage.Of(zoo.Host));
        Assert.Empty(Explain(zoo, changed));
    }

    [Fact]
    public void What_somebody_else_changed_meanwhile_stays()
    {
        using var zoo = new RouteZoo();
        zoo.Host.Ip("route add default via 10.99.0.2 initcwnd 5");
        var target = zoo.Target("ipv4 main default via 10.99.0.2 dev v0");
        zoo.MustApply(new Step.Set(target, new Window(23, null)));
        zoo.Host.Ip("route change default via 10.99.0.2 mtu 1400 initcwnd 23");
        RouteZoo.RunByShell(
            zoo.Host,
            Explain(
                zoo,
                [
                    zoo.Target(target.Id) with
                    {
                        Original = RouteZoo.Image(target, zoo.Read()),
                        LastSet = new Setting(new Window(23, null), StrategyKind.InPlace),
                    },
                ]
            )
        );
        Assert.Equal("default via 10.99.0.2 dev v0 mtu 1400 initcwnd 5", zoo.Host.Ip("route show default").Trim());
    }

    /// <param name="verb">Where the other program puts its route: behind ours, or before it.</param>
    [Theory]
    [InlineData("append")]
    [InlineData("prepend")]
    public void Beside_a_route_that_came_to_have_its_key_it_alone_goes_back(string verb)
    {
        using var zoo = new RouteZoo();
        zoo.Host.Ip("route add default via 10.99.0.2 proto static src 10.99.0.1 mtu 1400 initcwnd 5");
        var target = zoo.Target("ipv4 main default via 10.99.0.2 dev v0");
        var image = RouteZoo.Image(target, zoo.Read());
        zoo.Host.Ip($"route {verb} default via 10.98.0.2 initcwnd 7");
        var before = RouteImage.Of(zoo.Host);
        zoo.Host.Ip("route del default via 10.98.0.2");
        zoo.MustApply(new Step.Set(target, new Window(23, null)));
        zoo.Host.Ip($"route {verb} default via 10.98.0.2 initcwnd 7");
        var now = zoo.Target(target.Id) with { Original = image, LastSet = new Setting(new Window(23, null), StrategyKind.InPlace) };
        Assert.Equal(StrategyKind.ReportOnly, now.Strategy.Kind);

        RouteZoo.RunByShell(zoo.Host, Explain(zoo, [now]));

        Assert.Equal(before, RouteImage.Of(zoo.Host));
        Assert.Empty(Explain(zoo, [now]));
    }

    /// <param name="ours">The route that was set.</param>
    /// <param name="others">That of another program before it, which the command for ours must not delete.</param>
    [Theory]
    [InlineData("nexthop via 10.99.0.2 nexthop via 10.98.0.2 weight 2", "via 10.98.0.2")]
    [InlineData("via 10.99.0.2 src 10.99.0.1", "via 10.99.0.2 src 10.99.0.9")]
    [InlineData("via 10.99.0.2 mtu lock 1400", "via 10.99.0.2 mtu 1300 initcwnd 23")]
    [InlineData("via 10.99.0.2", "via 10.99.0.2 initcwnd 23 initrwnd 40")]
    public void Behind_a_route_that_differs_in_any_attribute_it_alone_goes_back(string ours, string others)
    {
        using var zoo = new RouteZoo();
        zoo.Host.Ip("addr add 10.99.0.9/24 dev v0");
        zoo.Host.Ip($"route add default {ours}");
        var target = zoo.Read().Targets.Single(target => target.IsDefault);
        var image = RouteZoo.Image(target, zoo.Read());
        zoo.Host.Ip($"route prepend default {others}");
        var before = RouteImage.Of(zoo.Host);
        zoo.Host.Ip($"route del default {others}");
        zoo.MustApply(new Step.Set(target, new Window(23, null)));
        var raw = zoo.Read().Targets.Single(target => target.IsDefault).Raw;
        zoo.Host.Ip($"route prepend default {others}");
        var now = zoo.Read().Targets.Single(target => target.Raw.Span.SequenceEqual(raw.Span)) with
        {
            Original = image,
            LastSet = new Setting(new Window(23, null), StrategyKind.InPlace),
        };

        RouteZoo.RunByShell(zoo.Host, Explain(zoo, [now]));

        Assert.Equal(before, RouteImage.Of(zoo.Host));
    }

    [Fact]
    public void A_shadow_whose_route_is_gone_is_named_as_left_behind_and_taken_away()
    {
        using var zoo = new RouteZoo();
        zoo.Manage("v0");
        zoo.Host.Ip("route add default via 10.99.0.2 proto dhcp metric 100");
        zoo.Shadow("ipv4 main default via 10.99.0.2 dev v0 metric 100");
        zoo.Host.Ip("route del default via 10.99.0.2 proto dhcp metric 100");
        var undo = Assert.Single(Explain(zoo, []));
        Assert.Equal(
            ("what belongs to no route", "ip -4 route del default via 10.99.0.2 dev v0 table 254 proto 105 metric 99"),
            (undo.Of, Assert.Single(undo.Lines))
        );
        RouteZoo.RunByShell(zoo.Host, [undo]);
        Assert.Equal("", zoo.Host.Ip("route show default"));
    }

    [Fact]
    public async Task A_drop_in_of_networkd_goes_with_the_shadow_and_the_next_boot_knows_nothing_of_it()
    {
        using var site = new NetworkdSite();
        await site.StartAsync(
            "[Network]\nAddress=10.60.0.9/24\nIPv6AcceptRA=no\nLinkLocalAddressing=no\n[Route]\nGateway=10.60.0.1\nMetric=100"
        );
        var start = RouteImage.Of(site.Host);
        Target target;
        using (var agent = site.Tuner())
        {
            target = site.Default(agent);
            Assert.Equal(new Outcome.Applied(), site.Set(agent, target, 20));
        }
        Assert.True(File.Exists(site.DropIn));
        using var reader = site.Tuner();
        var managed = site.Default(reader) with
        {
            Original = NetworkdSite.Image(target),
            LastSet = new Setting(new Window(20, null), StrategyKind.Shadow),
        };
        RouteZoo.RunByShell(site.Host, await site.Host.RunAsync(() => reader.ByHandAsync([managed], CancellationToken.None).AsTask()));

        Assert.Equal(start, RouteImage.Of(site.Host));
        Assert.Equal([NetworkdSite.Unit], Directory.EnumerateFileSystemEntries(site.Networkd.Units).Select(Path.GetFileName));
        await site.Networkd.RestartAsync();
        await site.Networkd.ConfiguredAsync("eth0");
        Assert.Equal(start, RouteImage.Of(site.Host));
    }

    private static IReadOnlyList<ManualUndo> Explain(RouteZoo zoo, IReadOnlyList<Target> managed) =>
        zoo.Host.Run(() => zoo.Tuner.ByHandAsync(managed, CancellationToken.None).AsTask().GetAwaiter().GetResult());
}
