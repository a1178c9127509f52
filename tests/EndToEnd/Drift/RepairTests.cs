using System.Text;
using IwTune.Lab;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Drift;

/// <summary>Another program changes the route under the real running daemon.</summary>
public sealed class RepairTests
{
    [Fact]
    public async Task A_route_that_is_made_anew_or_replaced_gets_its_window_again_and_both_are_counted()
    {
        using var site = new TestSite();
        var agent = await EnforcingAsync(site);
        var route = site.Host.Space.Ip("route show default").Replace("initcwnd 4", "", StringComparison.Ordinal).Trim();

        site.Host.Space.Ip($"route replace {route}");
        await site.InitCwndIsAsync(4, () => agent.Output);
        await Until.TrueAsync(() => TestSite.Repairs(agent) == 1, () => $"{agent.TryStatus()?.Json}\n{agent.Output}");
        site.Host.Space.Ip("route del default");
        site.Host.Space.Ip($"route add {route}");
        await site.InitCwndIsAsync(4, () => agent.Output);
        await Until.TrueAsync(() => TestSite.Repairs(agent) == 2, () => $"{agent.TryStatus()?.Json}\n{agent.Output}");
        Assert.Contains("repaired drift from edge", agent.RunHere("history").Output, StringComparison.Ordinal);
    }

    /// <summary>
    /// ENOBUFS with the whole daemon: it is stopped and reads nothing until the kernel has dropped notifications.
    /// </summary>
    [Fact]
    public async Task What_happened_while_the_notifications_overran_is_found_and_repaired()
    {
        using var site = new TestSite();
        var agent = await EnforcingAsync(site);
        var route = site.Host.Space.Ip("route show default").Replace("initcwnd 4", "", StringComparison.Ordinal).Trim();
        var lines = new StringBuilder();
        for (var i = 0; i < 20_000; i++)
            lines
                .Append("route add 172.")
                .Append(16 + (i >> 12))
                .Append('.')
                .Append((i >> 4) & 255)
                .Append('.')
                .Append((i & 15) * 16)
                .Append("/28 dev lo\n");
        lines.Append($"route replace {route}\n");
        await File.WriteAllTextAsync(site.File("batch"), lines.ToString());

        Commands.Run("kill", "-STOP", $"{agent.Daemon.Id}");
        site.Host.Space.Ip($"-batch {site.File("batch")}");
        Assert.Null(site.InitCwnd());
        Commands.Run("kill", "-CONT", $"{agent.Daemon.Id}");

        await site.InitCwndIsAsync(4, () => agent.Output);
    }

    [Fact]
    public async Task An_owner_that_undoes_every_repair_is_left_alone_until_the_host_is_released()
    {
        using var site = new TestSite();
        var settings = Directory.CreateDirectory(site.Agent().State).FullName;
        await File.WriteAllTextAsync(Path.Combine(settings, "agent.yaml"), "repairs: { max: 2, within: 1h }\n");
        var agent = await EnforcingAsync(site);
        var route = site.Host.Space.Ip("route show default").Replace("initcwnd 4", "", StringComparison.Ordinal).Trim();
        for (var repair = 1; repair <= 2; repair++)
        {
            site.Host.Space.Ip($"route replace {route}");
            await site.InitCwndIsAsync(4, () => agent.Output);
            var made = repair;
            await Until.TrueAsync(() => TestSite.Repairs(agent) == made, () => $"{agent.TryStatus()?.Json}\n{agent.Output}");
        }

        site.Host.Space.Ip($"route replace {route}");
        await Until.TrueAsync(
            () => agent.TryStatus()?.Default?.Left == TargetLeft.OwnerFights,
            () => $"{agent.TryStatus()?.Json}\n{agent.Output}"
        );
        Assert.Null(site.InitCwnd());

        var released = agent.RunHere("release");
        Assert.True(released.ExitCode == 0, released.Error + released.Output);
        Assert.Equal(4, site.InitCwnd());
    }

    private static async Task<AgentProcess> EnforcingAsync(TestSite site)
    {
        var agent = site.Agent();
        agent.Start("--policy", site.Policy(4));
        await site.InitCwndIsAsync(4, () => agent.Output);
        await Until.TrueAsync(() => agent.TryStatus()?.State.Phase == BundlePhase.Applied, () => agent.Output);
        return agent;
    }
}
