using System.Text.Json;
using IwTune.Lab;

namespace IwTune.EndToEnd.Offline;

/// <summary>The real binary without any server.</summary>
public sealed class VerbsTests
{
    [Fact]
    public void Show_plan_apply_verify_and_rollback_leave_the_routes_byte_for_byte_as_they_were()
    {
        using var site = new TestSite();
        var agent = site.Agent();
        var policy = site.Policy(4);

        Assert.Contains("default via 10.77.1.1", Ran(0, agent.RunAlone("show")), StringComparison.Ordinal);
        Assert.Contains("4", Ran(2, agent.RunAlone("plan", policy)), StringComparison.Ordinal);
        site.AssertUntouched();

        Ran(0, agent.RunAlone("apply", policy));
        Assert.Equal(4, site.InitCwnd());
        Assert.Contains("initcwnd 4", site.Host.Space.Ip("-6 route show default"), StringComparison.Ordinal);
        Ran(0, agent.RunAlone("plan", policy));
        Ran(0, agent.RunAlone("apply", policy));
        Ran(0, agent.RunAlone("verify"));

        site.Host.Space.Ip("route change default via 10.77.1.1 dev eth0 proto static initcwnd 5");
        Ran(2, agent.RunAlone("verify"));
        Ran(0, agent.RunAlone("apply", policy));

        Ran(0, agent.RunAlone("rollback", "--all"));
        site.AssertUntouched();
        Ran(0, agent.RunAlone("rollback"));
    }

    [Fact]
    public void Attributes_the_agent_knows_nothing_about_survive_apply_and_rollback()
    {
        using var site = new TestSite();
        var space = site.Host.Space;
        space.Ip("route replace default via 10.77.1.1 dev eth0 proto static mtu lock 1400 advmss 1300 realm 7 rto_min 300ms initrwnd 12");
        space.Ip("route add 203.0.113.0/24 via 10.77.1.1 dev eth0 metric 7 src 10.77.1.2 quickack 1 congctl reno features ecn");
        var before = RouteImage.Of(space);
        var agent = site.Agent();
        var policy = site.Document("policy: edge\nwindow: { initcwnd: 16 }\nscopes:\n  - default\n  - prefix: 203.0.113.0/24\n");

        Ran(0, agent.RunAlone("apply", policy));
        var now = space.Ip("-d route show");
        Assert.Equal(2, now.Split('\n').Count(line => line.Contains("initcwnd 16", StringComparison.Ordinal)));
        foreach (
            var attribute in new[]
            {
                "mtu lock 1400",
                "advmss 1300",
                "realm 7",
                "rto_min lock 300ms",
                "initrwnd 12",
                "quickack 1",
                "congctl reno",
                "features ecn",
            }
        )
            Assert.Contains(attribute, now, StringComparison.Ordinal);

        Ran(0, agent.RunAlone("rollback", "--all"));
        Assert.Equal(before, RouteImage.Of(space));
    }

    [Fact]
    public void Json_is_json_for_every_read_verb()
    {
        using var site = new TestSite();
        var agent = site.Agent();
        var policy = site.Policy(4);
        foreach (var arguments in new[] { new[] { "show", "--json" }, ["plan", policy, "--json"] })
            using (JsonDocument.Parse(agent.RunAlone(arguments).Output)) { }
        Ran(0, agent.RunAlone("apply", policy));
        using (JsonDocument.Parse(agent.RunAlone("verify", "--json").Output)) { }
        var fine = Ran(0, agent.Run("predict", "--size", "13516", "--rtt", "100ms", "--iw", "3,10", "--mss", "1448", "--json"));
        using var rows = JsonDocument.Parse(fine);
        Assert.Equal([3, 1], rows.RootElement.GetProperty("rows").EnumerateArray().Select(row => row.GetProperty("rounds").GetInt32()));
    }

    private static string Ran(int expected, CommandResult result)
    {
        Assert.True(result.ExitCode == expected, $"exit {result.ExitCode}, expected {expected}:\n{result.Output}{result.Error}");
        return result.Output;
    }
}
