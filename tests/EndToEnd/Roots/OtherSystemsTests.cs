using IwTune.Lab;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Roots;

/// <summary>
/// The agent where it was not built: on the C library and OpenSSL of older and newer systems, and on another architecture under qemu, which
/// passes system calls, netlink among them, on to this machine's kernel. Too dear for each run: <c>./build.sh roots</c>.
/// </summary>
[Trait("Roots", "yes")]
public sealed class OtherSystemsTests
{
    public static TheoryData<string> Roots => ["bullseye", "bookworm", "trixie", "bullseye-arm64"];

    [Theory]
    [MemberData(nameof(Roots))]
    public void A_window_is_planned_set_verified_and_restored(string root)
    {
        using var site = new TestSite();
        site.Host.Space.Ip("route add 203.0.113.0/24 via 10.77.1.1 dev eth0 mtu lock 1400 advmss 1300 initrwnd 12 quickack 1 congctl reno");
        var before = RouteImage.Of(site.Host.Space);
        var agent = site.Agent(new SystemRoot(root));
        var policy = site.Policy(4);

        Assert.Matches(@"\d+\.\d+\.\d+", Ran(0, agent.Run("--version")));
        Assert.Contains("ipv4 main default via 10.77.1.1 dev eth0", Ran(0, agent.RunAlone("show", "--json")), StringComparison.Ordinal);
        Ran(2, agent.RunAlone("plan", policy));
        Ran(0, agent.RunAlone("set", "4", "--scope", "default", "--scope", "203.0.113.0/24"));
        Assert.Equal(4, site.InitCwnd());
        Assert.Contains(
            "mtu lock 1400 advmss 1300 initcwnd 4 initrwnd 12 quickack 1 congctl reno",
            site.Host.Space.Ip("route show 203.0.113.0/24"),
            StringComparison.Ordinal
        );
        Ran(0, agent.RunAlone("verify"));
        site.Host.Space.Ip("route change default via 10.77.1.1 dev eth0 proto static initcwnd 5");
        Ran(2, agent.RunAlone("verify"));
        Ran(0, agent.RunAlone("rollback", "--all"));
        Assert.Equal(before, RouteImage.Of(site.Host.Space));
    }

    [Theory]
    [MemberData(nameof(Roots))]
    public async Task A_daemon_enrols_over_TLS_sets_the_published_window_repairs_it_and_leaves_the_routes_as_they_were(string root)
    {
        using var site = new TestSite();
        var server = await site.ServerAsync();
        using var administrator = new Administrator(site.Site.Client, server);
        var agent = site.Agent(new SystemRoot(root));
        Ran(0, agent.Enrol(server.Url, server.CreateToken("--uses", "1", "--labels", "role=edge")));
        agent.Start();
        Ran(0, administrator.Run("fleet", "policies", "push", site.Policy(4), "--assign", "role:edge", "--reason", "four"));
        await Until.TrueAsync(
            () => agent.TryStatus() is { State: { Phase: BundlePhase.Applied, Revision: 1 } },
            () => $"revision 1 is not applied:\n{agent.TryStatus()?.Json}\n{agent.Output}"
        );
        Assert.Equal(4, site.InitCwnd());
        site.Host.Space.Ip("route replace default via 10.77.1.1 dev eth0 proto static");
        await site.InitCwndIsAsync(4, () => agent.Output);
        Ran(0, agent.RunHere("unenroll"));
        site.AssertUntouched();
    }

    private static string Ran(int expected, CommandResult result)
    {
        Assert.True(result.ExitCode == expected, $"exit {result.ExitCode}: {result.Error}{result.Output}");
        return result.Output;
    }
}
