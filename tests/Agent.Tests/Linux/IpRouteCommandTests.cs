using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>The command printed for people does what putting back does.</summary>
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
        var undo = Assert.Single(zoo.Host.Run(() => zoo.Tuner.ByHandAsync([changed], CancellationToken.None).AsTask().GetAwaiter().GetResult()));
        Assert.Equal(id, undo.Of);
        zoo.Host.Ip(Assert.Single(undo.Lines)["ip ".Length..]);

        Assert.Equal(RouteZooTests.WithoutExpiry(before.Raw), RouteZooTests.WithoutExpiry(zoo.Target(id).Raw));
    }
}
