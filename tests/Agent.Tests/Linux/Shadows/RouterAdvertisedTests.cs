using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Shadows;

/// <summary>
/// Behind a shadow, a router's announcements, refreshes and withdrawals take effect; behind a rewritten route the kernel ignores them.
/// </summary>
public sealed class RouterAdvertisedTests : IDisposable
{
    private static readonly IPAddress Prefix = IPAddress.Parse("fd61::");

    private readonly RouteZoo _zoo = new();

    [Fact]
    public async Task Behind_a_shadow_prefixes_are_refreshed_and_the_router_withdrawn()
    {
        await AdvertiseAsync(
            new(TimeSpan.FromSeconds(600)) { Prefix = Prefix, PrefixLifetime = TimeSpan.FromHours(2) },
            () => Default() is not null && Valid() > 0
        );
        Assert.Equal("kernel (RA)", Default()!.Owner);
        _zoo.Shadow(Default()!.Id);

        await AdvertiseAsync(
            new(TimeSpan.FromSeconds(1800)) { Prefix = Prefix, PrefixLifetime = TimeSpan.FromSeconds(60_000) },
            () => Valid() > 50_000 && OwnersExpiry() > 600
        );
        Assert.Empty(_zoo.Follow().Done);
        Assert.Equal((ShadowZoo.Wanted, Window.Unset), (Default()!.Current, Default()!.OwnersWindow));
        Assert.Contains("proto 105", _zoo.Host.Ip("-6 route get 2001:db8::1"), StringComparison.Ordinal);

        await AdvertiseAsync(new(TimeSpan.Zero) { Prefix = Prefix }, () => Default() is null);
        Assert.Single(_zoo.Follow().Done);
        Assert.Empty(_zoo.Shadows());
        Assert.Empty(_zoo.Host.Ip("-6 route show default").Trim());
    }

    [Fact]
    public async Task A_rewritten_route_makes_the_kernel_ignore_its_router()
    {
        await AdvertiseAsync(
            new(TimeSpan.FromSeconds(600)) { Prefix = Prefix, PrefixLifetime = TimeSpan.FromHours(2) },
            () => Default() is not null && Valid() > 0
        );
        var gateway = JsonNode.Parse(_zoo.Host.Ip("-json -6 route show default"))![0]!["gateway"]!.GetValue<string>();
        _zoo.Host.Ip($"-6 route change default via {gateway} dev v0 proto ra metric 1024 expires 600 initcwnd 20");
        await AdvertiseAsync(new(TimeSpan.FromSeconds(1800)) { Prefix = Prefix, PrefixLifetime = TimeSpan.FromSeconds(60_000) }, Heard(5));
        Assert.InRange(Valid(), 1, 7200);
        await AdvertiseAsync(new(TimeSpan.Zero) { Prefix = Prefix }, Heard(5));
        Assert.NotNull(Default());
    }

    [Fact]
    public async Task When_the_agent_is_dead_the_shadow_lapses_and_the_kernels_own_route_serves()
    {
        await AdvertiseAsync(new(TimeSpan.FromSeconds(8)), () => Default() is not null);
        _zoo.Shadow(Default()!.Id);
        await AdvertiseAsync(new(TimeSpan.FromSeconds(1800)), () => OwnersExpiry() > 60);
        await Until.TrueAsync(() => Default() is { Current.IsUnset: true, OwnersWindow: null }, () => "the shadow still counts");
        Assert.DoesNotContain("proto 105", _zoo.Host.Ip("-6 route get 2001:db8::1"), StringComparison.Ordinal);
        Assert.Contains(Default()!.Id, _zoo.Read().Targets.Select(target => target.Id));
    }

    [Fact]
    public async Task A_router_that_returns_after_its_route_has_expired_finds_the_shadow_again()
    {
        // The kernel removes expired routes at this interval, in seconds.
        _zoo.Host.Sysctl("net.ipv6.route.gc_interval", "600");
        await AdvertiseAsync(new(TimeSpan.FromSeconds(20)), () => Default() is not null);
        _zoo.Shadow(Default()!.Id);
        await Until.TrueAsync(() => OwnersExpiry() < 0, () => "the route does not expire");
        var followed = _zoo.Follow();
        Assert.Empty(followed.Done);
        Assert.Equal(TimeSpan.FromSeconds(1), followed.Again);
        Assert.Equal(ShadowZoo.Wanted, Default()!.Current);
        await AdvertiseAsync(new(TimeSpan.FromSeconds(600)), () => OwnersExpiry() > 60);
        Assert.Empty(_zoo.Follow().Done);
        Assert.Equal((ShadowZoo.Wanted, Window.Unset), (Default()!.Current, Default()!.OwnersWindow));
        Assert.Contains("proto 105", _zoo.Host.Ip("-6 route get 2001:db8::1"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_router_that_shortens_the_life_of_its_route_takes_the_shadow_with_it()
    {
        _zoo.Host.Sysctl("net.ipv6.route.gc_interval", "600");
        await AdvertiseAsync(new(TimeSpan.FromSeconds(1800)), () => Default() is not null);
        _zoo.Shadow(Default()!.Id);
        await AdvertiseAsync(new(TimeSpan.FromSeconds(1)), () => OwnersExpiry() < 60);
        await Until.TrueAsync(() => OwnersExpiry() < 0, () => "the route does not expire");
        Assert.Contains("proto 105", _zoo.Host.Ip("-6 route get 2001:db8::1"), StringComparison.Ordinal);
        var followed = _zoo.Follow();
        Assert.Empty(followed.Done);
        Assert.Equal(TimeSpan.FromSeconds(1), followed.Again);
        await Until.TrueAsync(
            () => !_zoo.Host.TryExec("ip", "-6", "route", "get", "2001:db8::1").Output.Contains("proto 105", StringComparison.Ordinal),
            () => "the shadow serves although its route has expired"
        );
        await AdvertiseAsync(new(TimeSpan.FromSeconds(600)), () => OwnersExpiry() > 60);
        Assert.Empty(_zoo.Follow().Done);
        Assert.Contains("proto 105", _zoo.Host.Ip("-6 route get 2001:db8::1"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Two_routers_of_one_metric_are_left_to_the_kernels_preference()
    {
        _zoo.Host.Ip("-6 addr flush dev v1");
        await AdvertiseAsync(new(TimeSpan.FromSeconds(600)), () => Default() is not null);
        await new RouterAdvertisement(TimeSpan.FromSeconds(600)).SendUntilAsync(_zoo.Peer, "p1", () => Defaults().Count == 2);
        Assert.All(Defaults(), target => Assert.Contains("remove the choice between them", target.Strategy.Why, StringComparison.Ordinal));
        Assert.All(Defaults(), target => Assert.Equal(StrategyKind.ReportOnly, target.Strategy.Kind));
    }

    [Fact]
    public async Task A_link_that_loses_its_carrier_and_gets_it_again_keeps_both_or_none()
    {
        await AdvertiseAsync(new(TimeSpan.FromSeconds(600)), () => Default() is not null);
        _zoo.Shadow(Default()!.Id);
        _zoo.LoseCarrier();
        _zoo.Follow();
        Assert.Equal(Default() is not null, _zoo.Shadows().Length == 1);
        _zoo.Peer.Ip("link set p0 up");
        await AdvertiseAsync(new(TimeSpan.FromSeconds(600)), () => Default() is not null);
        _zoo.Follow();
        if (Default()!.Current.IsUnset)
            _zoo.Shadow(Default()!.Id);
        Assert.Contains("proto 105", _zoo.Host.Ip("-6 route get 2001:db8::1"), StringComparison.Ordinal);

        _zoo.Host.Ip("link set v0 down");
        _zoo.Host.Ip("link set v0 up");
        _zoo.Follow();
        Assert.Equal(Default() is not null, _zoo.Shadows().Length == 1);
    }

    public void Dispose() => _zoo.Dispose();

    private Target? Default() => Defaults().FirstOrDefault();

    private List<Target> Defaults() =>
        [
            .. _zoo.Read()
                .Targets.Where(target =>
                    target is { IsDefault: true, InMainTable: true }
                    && target.Destination.BaseAddress.AddressFamily == AddressFamily.InterNetworkV6
                ),
        ];

    private Task AdvertiseAsync(RouterAdvertisement advertisement, Func<bool> until) =>
        advertisement.SendUntilAsync(_zoo.Peer, "p0", until);

    /// <summary>Seconds that the address of autoconfiguration is still valid.</summary>
    private int Valid() =>
        JsonNode.Parse(_zoo.Host.Ip("-json -6 addr show dev v0"))![0]!["addr_info"]!
            .AsArray()
            .FirstOrDefault(address => address!["local"]!.GetValue<string>().StartsWith("fd61:", StringComparison.Ordinal))
            ?["valid_life_time"]!.GetValue<int>()
        ?? 0;

    private int OwnersExpiry() =>
        JsonNode.Parse(_zoo.Host.Ip("-json -6 route show default proto ra"))!.AsArray().FirstOrDefault()?["expires"]?.GetValue<int>() ?? 0;

    /// <summary>True once the kernel has counted this many more advertisements.</summary>
    private Func<bool> Heard(int more)
    {
        var enough = Count() + more;
        return () => Count() >= enough;

        int Count() =>
            int.Parse(
                _zoo
                    .Host.Exec("cat", "/proc/net/snmp6")
                    .Split('\n')
                    .Single(line => line.StartsWith("Icmp6InRouterAdvertisements", StringComparison.Ordinal))
                    .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
                CultureInfo.InvariantCulture
            );
    }
}
