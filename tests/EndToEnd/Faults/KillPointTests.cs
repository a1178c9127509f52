using IwTune.Lab;

namespace IwTune.EndToEnd.Faults;

/// <summary>The real agent is killed before every single system call that leaves a trace, one after the other.</summary>
public sealed class KillPointTests
{
    /// <summary>More calls than an application of three routes makes.</summary>
    private const int TooMany = 300;

    [Fact]
    public void Killed_anywhere_in_an_application_the_host_can_go_on_or_go_back_and_no_route_is_anything_but_old_or_new()
    {
        using var site = new TestSite();
        site.Host.Space.Ip("route add 203.0.113.0/24 via 10.77.1.1 dev eth0 mtu lock 1400 initcwnd 7");
        var before = RouteImage.Of(site.Host.Space);
        var policy = site.Document("policy: edge\nwindow: { initcwnd: 4 }\nscopes: [default, { prefix: 203.0.113.0/24 }]\n");
        var number = 1;
        for (; KillPoint.Reached(site.Host.Space, number, Binaries.Agent, "apply", policy, "--state", State(site, number)); number++)
        {
            Assert.True(number < TooMany, "the application never came to its end");
            AssertOldOrNew(before, site);
            if (number % 2 == 0)
                Run(site, number, "apply", policy);
            Run(site, number, "rollback", "--all");
            Assert.Equal(before, RouteImage.Of(site.Host.Space));
        }
        // The last run finished: its result is the one that the others were working towards.
        Assert.Equal(4, site.InitCwnd());
        Assert.True(number > 20, $"killed at {number - 1} moments only");
        for (
            var back = 1;
            KillPoint.Reached(site.Host.Space, back, Binaries.Agent, "rollback", "--all", "--state", State(site, number));
            back++
        )
            AssertOldOrNew(before, site);
        Assert.Equal(before, RouteImage.Of(site.Host.Space));
    }

    private static string State(TestSite site, int number) => site.File($"state-{number}");

    private static void Run(TestSite site, int number, params string[] verb)
    {
        var result = site.Host.Space.TryExec(Binaries.Agent, [.. verb, "--state", State(site, number)]);
        Assert.True(result.ExitCode == 0, $"killed at {number}, then {string.Join(' ', verb)}: {result.Error}{result.Output}");
    }

    /// <summary>Line by line the original routes, each with its own window or with the policy's.</summary>
    private static void AssertOldOrNew(RouteImage before, TestSite site)
    {
        var (was, now) = (before.Text.Split('\n'), RouteImage.Of(site.Host.Space).Text.Split('\n'));
        Assert.Equal(was.Select(WithoutWindow), now.Select(WithoutWindow));
        Assert.All(now.Except(was, StringComparer.Ordinal), line => Assert.Contains("initcwnd 4 ", line + " ", StringComparison.Ordinal));
    }

    private static string WithoutWindow(string line) =>
        System
            .Text.RegularExpressions.Regex.Replace(
                line,
                " initcwnd [0-9]+",
                "",
                System.Text.RegularExpressions.RegexOptions.None,
                TimeSpan.FromSeconds(1)
            )
            .TrimEnd();
}
