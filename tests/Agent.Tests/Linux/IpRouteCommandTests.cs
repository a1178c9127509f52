using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>The command printed for people has the same effect as a restore.</summary>
public sealed class IpRouteCommandTests
{
    [Theory]
    [MemberData(nameof(RouteZooTests.Zoo), MemberType = typeof(RouteZooTests))]
    public void The_printed_command_makes_the_route_what_it_was(string route, string id)
    {
        using var zoo = new RouteZoo();
        zoo.Host.Ip(route);
        var before = zoo.Target(id);
        zoo.MustApply(new Step.Set(before, new Window(23, 45)));

        var changed = zoo.Target(id) with { Original = RouteZoo.Image(before, zoo.Read()) };
        var undo = Assert.Single(
            zoo.Host.Run(() => zoo.Tuner.ByHandAsync([changed], CancellationToken.None).AsTask().GetAwaiter().GetResult())
        );
        Assert.Equal(id, undo.Of);
        zoo.Host.Ip(Assert.Single(undo.Lines)["ip ".Length..]);

        Assert.Equal(RouteZooTests.WithoutExpiry(before.Raw), RouteZooTests.WithoutExpiry(zoo.Target(id).Raw));
    }

    /// <summary>Without a family <c>ip</c> uses that of the next hop, and changes another route.</summary>
    [Fact]
    public void A_next_hop_of_the_other_family_does_not_lead_to_a_route_of_that_family()
    {
        using var zoo = new RouteZoo();
        zoo.Host.Ip("-4 route add default via inet6 fd99::2 dev v0");
        zoo.Host.Ip("-6 route add default via fd99::2 dev v0 mtu 1400 advmss 1300 initcwnd 9");
        var found = zoo.Oracle();
        var before = zoo.Target("ipv4 main default via fd99::2 dev v0");
        zoo.MustApply(new Step.Set(before, new Window(23, null)));
        var changed = zoo.Target(before.Id) with { Original = RouteZoo.Image(before, zoo.Read()) };
        zoo.ByShell([changed]);
        Assert.Equal(found, zoo.Oracle());
    }

    [Fact]
    public void An_interface_whose_name_a_shell_would_run_is_quoted()
    {
        using var zoo = new RouteZoo();
        zoo.Host.Ip("link set v1 name a;$(false)");
        zoo.Host.Ip("-4 route add 10.1.0.0/16 dev a;$(false)");
        var found = zoo.Oracle();
        var before = zoo.Target("ipv4 main 10.1.0.0/16 dev a;$(false)");
        zoo.MustApply(new Step.Set(before, new Window(23, null)));
        zoo.ByShell([zoo.Target(before.Id) with { Original = RouteZoo.Image(before, zoo.Read()) }]);
        Assert.Equal(found, zoo.Oracle());
    }
}
