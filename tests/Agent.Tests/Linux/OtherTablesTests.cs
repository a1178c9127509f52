using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Linux;

/// <summary>Tables other than main: touched where a policy names them, and nowhere else.</summary>
public sealed class OtherTablesTests : IDisposable
{
    private readonly RouteZoo _zoo = new();

    public void Dispose() => _zoo.Dispose();

    [Fact]
    public void A_default_scope_leaves_the_default_route_of_another_table_alone()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 dev v0");
        _zoo.Host.Ip("route add default via 10.98.0.2 dev v1 table 100");

        Assert.Equal(["ipv4 main default via 10.99.0.2 dev v0"], Wanted("default"));
        Assert.Equal(["ipv4 table 100 default via 10.98.0.2 dev v1"], Wanted("table: 100"));
    }

    [Fact]
    public void A_route_of_another_table_is_set_in_place_and_put_back()
    {
        _zoo.Host.Ip("rule add from 10.98.0.1 table 4294967295");
        _zoo.Host.Ip("route add default via 10.98.0.2 dev v1 table 4294967295 mtu lock 1400");
        SetAndPutBack("ipv4 table 4294967295 default via 10.98.0.2 dev v1");
    }

    [Fact]
    public void The_route_of_an_own_address_is_set_in_place_and_put_back()
    {
        Assert.Contains("ipv4 local 127.0.0.1/32 dev lo", Wanted("table: local"));
        SetAndPutBack("ipv4 local 127.0.0.1/32 dev lo");
    }

    [Fact]
    public void An_own_IPv6_address_is_reported_with_the_reason()
    {
        var own = _zoo.Target("ipv6 local fd99::1/128 dev v0");
        Assert.Equal(StrategyKind.ReportOnly, own.Strategy.Kind);
        Assert.Contains("metric 0", own.Strategy.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void A_connected_prefix_is_set_where_an_interface_scope_names_its_link()
    {
        Assert.Contains("ipv4 main 10.99.0.0/24 dev v0", Wanted("interface: v0"));
        Assert.DoesNotContain("ipv4 main 10.98.0.0/24 dev v1", Wanted("interface: v0"));
        SetAndPutBack("ipv4 main 10.99.0.0/24 dev v0");
    }

    private void SetAndPutBack(string id)
    {
        var untouched = _zoo.Oracle();
        var before = _zoo.Target(id);
        var image = RouteZoo.Image(before, _zoo.Read());
        _zoo.MustApply(new Step.Set(before, new Window(21, null)));
        Assert.Equal(new Window(21, null), _zoo.Target(id).Current);
        _zoo.MustApply(new Step.PutBack(_zoo.Target(id), image));
        Assert.Equal(untouched, _zoo.Oracle());
    }

    private List<string> Wanted(string scope)
    {
        var policy = PolicyReader.Read($"policy: edge\nwindow: {{ initcwnd: 20 }}\nscopes: [{scope}]\n").Policy!;
        return [.. Resolver.Resolve(BundleContent.From(policy), _zoo.Read()).Wants.Select(want => want.Target.Id)];
    }
}
