using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Linux.Doctor;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Linux.Doctor;

public sealed class RouteChecksTests
{
    [Theory]
    [InlineData(10, Health.Ok)]
    [InlineData(45, Health.Ok)]
    [InlineData(46, Health.Advice)]
    [InlineData(101, Health.Problem)]
    [InlineData(2, Health.Advice)]
    public void A_window_that_nobody_gains_from_is_told(int initCwnd, Health health) =>
        Assert.Equal(health, Host.Healthy.With(Host.Default(initCwnd)).Check("windows").Health);

    [Fact]
    public void A_window_on_the_less_preferred_default_is_without_effect()
    {
        var found = Host.Healthy.With(Host.Default(metric: 50), Host.Default(32, metric: 100)).Check("preferred-default");
        Assert.Equal(Health.Advice, found.Health);
        Assert.Contains("metric 50 with 10 is preferred", found.Found, StringComparison.Ordinal);
        Assert.Equal(
            Health.Ok,
            Host.Healthy.With(Host.Default(32, metric: 50), Host.Default(metric: 100)).Check("preferred-default").Health
        );
    }

    [Fact]
    public void A_vpn_that_splits_the_world_in_halves_hides_the_default_route()
    {
        var found = Host.Healthy.With(Host.Default(32), Host.Route("0.0.0.0/1"), Host.Route("128.0.0.0/1")).Check("more-specific-routes");
        Assert.Equal(Health.Problem, found.Health);
        Assert.Contains("'prefix: 0.0.0.0/1', 'prefix: 128.0.0.0/1'", found.Fix, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("10.0.0.0/8", true, Health.Advice)]
    [InlineData("10.0.0.0/8", false, Health.Ok)]
    [InlineData("0.0.0.0/1", true, Health.Advice)]
    [InlineData("2001:db8::/32", true, Health.Ok)]
    public void A_more_specific_route_hides_the_window_of_its_own_family(string destination, bool hasGateway, Health health) =>
        Assert.Equal(
            health,
            Host.Healthy.With(Host.Default(32), Host.Default6(), Host.Route(destination, hasGateway: hasGateway))
                .Check("more-specific-routes")
                .Health
        );

    [Fact]
    public void A_table_that_a_rule_looks_in_is_told_when_its_window_differs()
    {
        var host = Host.Healthy.With(Host.Default(32), Host.Route("0.0.0.0/0", table: 51820)) with
        {
            Rules = [new RuleFinding(false, 32764, 51820)],
        };
        Assert.Equal(
            (Health.Advice, "tables 51820: routes there have other windows than the default route"),
            (host.Check("policy-rules").Health, host.Check("policy-rules").Found)
        );
        Assert.Equal(Health.Ok, host.With(Host.Default(32), Host.Route("0.0.0.0/0", 32, table: 51820)).Check("policy-rules").Health);
    }

    [Theory]
    [InlineData(32, null, Health.Advice)]
    [InlineData(null, 32, Health.Advice)]
    [InlineData(32, 32, Health.Ok)]
    public void Both_families_are_compared(int? four, int? six, Health health) =>
        Assert.Equal(health, Host.Healthy.With(Host.Default(four), Host.Default6(six)).Check("ipv6-parity").Health);

    [Fact]
    public void A_host_without_ipv6_has_parity() =>
        Assert.Equal(Health.Ok, Host.Healthy.With(Host.Default(32)).Check("ipv6-parity").Health);

    [Theory]
    [InlineData(7, Health.Problem)]
    [InlineData(1000, Health.Advice)]
    public void A_locked_congestion_window_is_told(int locked, Health health) =>
        Assert.Equal(health, Host.Healthy.With(Host.Default(40) with { LockedCwnd = locked }).Check("locked-cwnd").Health);

    [Fact]
    public void A_router_that_learned_its_default_route_before_it_forwarded_will_lose_it()
    {
        var host = Host.Healthy.With(Host.Default6() with { IsAdvertised = true });
        Assert.Equal(Health.Ok, host.Check("router-advertisements").Health);
        var forwarding = host.With("net.ipv6.conf.all.forwarding", "1");
        Assert.Equal(Health.Problem, forwarding.Check("router-advertisements").Health);
        Assert.Contains("net.ipv6.conf.eth0.accept_ra=2", forwarding.Check("router-advertisements").Fix, StringComparison.Ordinal);
        Assert.Equal(Health.Ok, forwarding.With("net.ipv6.conf.eth0.accept_ra", "2").Check("router-advertisements").Health);
    }

    /// <summary>RFC 6928 §2: at an MTU of 9000 (MSS 8948 with timestamps) ten segments are 89,480 bytes, and 17,896 are allowed.</summary>
    [Fact]
    public void Ten_jumbo_segments_are_more_than_the_standard_allows()
    {
        var host = Host.Healthy.WithLink(link => link with { Mtu = 9000 }).With(Host.Default());
        var found = host.Check("jumbo-mtu");
        Assert.Equal(Health.Advice, found.Health);
        Assert.EndsWith("10 segments of 8948 B = 89480 B, allowed 17896 B", found.Found, StringComparison.Ordinal);
        Assert.Equal(Health.Ok, host.With(Host.Default(2)).Check("jumbo-mtu").Health);
        Assert.Equal(Health.Ok, host.With(Host.Default() with { Mtu = 1500 }).Check("jumbo-mtu").Health);
        Assert.Equal(Health.Ok, host.With(Host.Route("10.0.0.0/8", hasGateway: false)).Check("jumbo-mtu").Health);
    }

    [Theory]
    [InlineData(32, "fq_codel", Health.Advice)]
    [InlineData(32, "fq", Health.Ok)]
    [InlineData(31, "fq_codel", Health.Ok)]
    public void A_large_window_is_paced_by_fq(int initCwnd, string qdisc, Health health) =>
        Assert.Equal(
            health,
            Host.Healthy.WithLink(link => link with { Qdisc = qdisc }).With(Host.Default(initCwnd)).Check("pacing").Health
        );

    [Fact]
    public void A_program_that_is_not_the_agents_own_may_override_the_routes()
    {
        SockOpsPrograms Running(params SockOpsProgram[] all) => new(all);
        Assert.Equal(
            Health.Ok,
            (Host.Healthy with { Programs = Running(new SockOpsProgram(7, SockOpsPrograms.OwnName)) }).Check("bpf-programs").Health
        );
        var found = (
            Host.Healthy with
            {
                Programs = Running(new SockOpsProgram(7, SockOpsPrograms.OwnName), new SockOpsProgram(42, "bpf_sockmap")),
            }
        ).Check("bpf-programs");
        Assert.Equal(Health.Advice, found.Health);
        Assert.Contains("42", found.Found, StringComparison.Ordinal);
        Assert.Equal(
            Health.NotKnown,
            (Host.Healthy with { Programs = new SockOpsPrograms([], Unknown: "no privilege") }).Check("bpf-programs").Health
        );
    }
}
