using IwTune.Agent.Engine;
using IwTune.Agent.Simulated;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Engine;

public sealed class ResolverTests
{
    private readonly SimulatedTuner _tuner = new(new TestClock());

    [Fact]
    public async Task Default_means_the_default_routes_of_both_families()
    {
        _tuner.Add(Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp"));
        _tuner.Add(Bench.Route("::/0", "eth0", "fe80::1", "ra"));
        _tuner.Add(Bench.Route("10.0.0.0/8", "eth0", "192.0.2.1", "static"));
        Assert.Equal(
            ["ipv4 main default via 192.0.2.1 dev eth0", "ipv6 main default via fe80::1 dev eth0"],
            await WantedAsync(("default", 16, null))
        );
    }

    [Fact]
    public async Task A_prefix_means_itself_and_everything_within_of_its_own_family()
    {
        _tuner.Add(Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp"));
        _tuner.Add(Bench.Route("10.0.0.0/8", "eth0", "192.0.2.1", "static"));
        _tuner.Add(Bench.Route("10.1.0.0/16", "eth0", null, "kernel"));
        _tuner.Add(Bench.Route("11.0.0.0/8", "eth0", "192.0.2.1", "static"));
        _tuner.Add(Bench.Route("a00::/8", "eth0", "fe80::1", "static"));
        Assert.Equal(
            ["ipv4 main 10.0.0.0/8 via 192.0.2.1 dev eth0", "ipv4 main 10.1.0.0/16 dev eth0"],
            await WantedAsync(("prefix:10.0.0.0/8", 16, null))
        );
    }

    [Fact]
    public async Task An_interface_means_every_route_that_leaves_by_it()
    {
        _tuner.Add(Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp"));
        _tuner.Add(Bench.Route("192.0.2.0/24", "eth0", null, "kernel"));
        _tuner.Add(Bench.Route("198.51.100.0/24", "eth1", null, "kernel"));
        Assert.Equal(
            ["ipv4 main default via 192.0.2.1 dev eth0", "ipv4 main 192.0.2.0/24 dev eth0"],
            await WantedAsync(("interface:eth0", 16, null))
        );
    }

    [Theory]
    [InlineData("0.0.0.0/0", "eth9", 10)]
    [InlineData("0.0.0.0/0", "eth0", 20)]
    [InlineData("10.2.0.0/16", "eth0", 30)]
    [InlineData("10.1.0.0/16", "eth0", 40)]
    [InlineData("10.1.2.0/24", "eth9", 40)]
    public async Task The_most_specific_scope_decides_whatever_the_order(string destination, string iface, int expected)
    {
        _tuner.Add(Bench.Route(destination, iface, "192.0.2.1", "static"));
        (string, int?, int?)[] scopes =
        [
            ("prefix:10.0.0.0/8", 30, null),
            ("default", 10, null),
            ("prefix:10.1.0.0/16", 40, null),
            ("interface:eth0", 20, null),
        ];
        foreach (var order in (IEnumerable<(string, int?, int?)[]>)[scopes, [.. scopes.Reverse()]])
            Assert.Equal(new Window(expected, null), Assert.Single((await ResolveAsync(order)).Wants).Window);
    }

    [Fact]
    public async Task Routes_of_other_tables_follow_no_scope()
    {
        _tuner.Add(Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "static") with { Table = "100" });
        var resolution = await ResolveAsync(("default", 16, null), ("interface:eth0", 16, null));
        Assert.Empty(resolution.Wants);
        Assert.Equal(["default", "interface:eth0"], resolution.Unmatched.Select(unmatched => unmatched.Scope.ToString()));
    }

    [Fact]
    public async Task A_prefix_without_a_route_says_which_route_serves_it()
    {
        _tuner.Add(Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp"));
        _tuner.Add(Bench.Route("10.0.0.0/8", "eth1", "192.0.2.9", "static"));
        var unmatched = Assert.Single((await ResolveAsync(("prefix:10.1.0.0/16", 16, null))).Unmatched);
        Assert.Contains("10.0.0.0/8 via 192.0.2.9 dev eth1", unmatched.Reason, StringComparison.Ordinal);
        Assert.False(unmatched.Impossible);
    }

    [Fact]
    public async Task An_interface_that_does_not_exist_is_told_from_one_without_routes()
    {
        _tuner.Add(Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp"));
        var unmatched = (await ResolveAsync(("interface:lo", 16, null), ("interface:eth9", 16, null))).Unmatched;
        Assert.Equal([false, true], unmatched.Select(scope => scope.Impossible));
        Assert.Contains("eth0", unmatched[1].Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_value_the_policy_does_not_name_stays_what_the_host_had()
    {
        _tuner.Add(Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp") with { Window = new Window(null, 44) });
        Assert.Equal(new Window(16, 44), Assert.Single((await ResolveAsync(("default", 16, null))).Wants).Window);
    }

    private async Task<Resolution> ResolveAsync(params (string, int?, int?)[] windows) =>
        Resolver.Resolve(Bench.Content(windows), await _tuner.ReadAsync(CancellationToken.None));

    private async Task<IEnumerable<string>> WantedAsync(params (string, int?, int?)[] windows) =>
        (await ResolveAsync(windows)).Wants.Select(want => want.Target.Id);
}
