using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.NetworkManager;

/// <summary>The real agent beside the real NetworkManager, through everything that happens to a link, a profile and a bus.</summary>
public sealed class NetworkManagerAgentTests : IDisposable
{
    private const string Route = "ipv4 main 10.1.0.0/16 via 10.99.0.2 dev eth0 metric 50";
    private const string Gateway = "ipv4 main default via 10.99.0.2 dev eth0 metric 100";

    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-agent-").FullName;
    private LabProcess? _agent;

    [Fact]
    public async Task A_profiles_window_holds_through_restart_reapply_flap_a_person_and_a_lost_bus_and_goes_without_a_trace()
    {
        using var site = await NetworkManagerSite.StartAsync();
        var (routes, keyfile) = (RouteImage.Of(site.Host), ProfileRouteTests.Lines(site.Keyfile));
        Start(site, "policy: edge\nwindow: { initcwnd: 20 }\nscopes: [{ prefix: 10.1.0.0/16 }]\n");
        await HoldsAsync(site, Route, "10.1.0.1");
        var shown = Run(site, "show").Output;
        Assert.Contains("NetworkManager 'edge' (static)", shown, StringComparison.Ordinal);
        Assert.Contains("native", shown, StringComparison.Ordinal);
        Assert.Contains("initcwnd=20", site.Keyfile, StringComparison.Ordinal);

        await site.Daemon.RestartAsync();
        await site.Daemon.ActivatedAsync("eth0");
        await HoldsAsync(site, Route, "10.1.0.1");

        site.Daemon.Nmcli("device", "reapply", "eth0");
        await HoldsAsync(site, Route, "10.1.0.1");

        site.Router.Ip("link set p0 down");
        await site.RouteAsync("link show eth0", "NO-CARRIER");
        site.Router.Ip("link set p0 up");
        await HoldsAsync(site, Route, "10.1.0.1");

        // A person removes it from the profile: it is repaired in the profile, not beside it.
        site.Daemon.Nmcli(
            "connection",
            "modify",
            "edge",
            "ipv4.routes",
            "10.1.0.0/16 10.99.0.2 50, 10.2.0.0/16 10.99.0.2 initcwnd=12 lock-mtu=true mtu=1400, 10.3.0.0/16 10.99.0.2 table=300"
        );
        site.Daemon.Nmcli("device", "reapply", "eth0");
        await HoldsAsync(site, Route, "10.1.0.1");
        await Until.TrueAsync(() => site.Keyfile.Contains("initcwnd=20", StringComparison.Ordinal), () => site.Keyfile + _agent!.Output);

        // NetworkManager survives without a bus but does not reconnect to a new one by itself.
        site.Bus.Kill();
        await site.Bus.StartAgainAsync();
        await site.Daemon.RestartAsync();
        await site.Daemon.ActivatedAsync("eth0");
        await HoldsAsync(site, Route, "10.1.0.1");
        Assert.Contains("native", Run(site, "show").Output, StringComparison.Ordinal);

        var rolled = Run(site, "rollback", "--all", "--socket", Socket);
        Assert.True(rolled.ExitCode == 0, rolled.Output + rolled.Error + _agent!.Output);
        await _agent!.StopAsync();
        Assert.Equal(routes.Text, RouteImage.Of(site.Host).Text);
        Assert.Equal(keyfile, ProfileRouteTests.Lines(site.Keyfile));
    }

    [Fact]
    public async Task A_gateways_window_is_in_the_profile_when_the_administrator_allows_it_and_the_agent_need_not_run_for_it()
    {
        using var site = await NetworkManagerSite.StartAsync();
        var (routes, keyfile) = (RouteImage.Of(site.Host), ProfileRouteTests.Lines(site.Keyfile));
        Directory.CreateDirectory(State);
        await File.WriteAllTextAsync(
            Path.Combine(State, "agent.yaml"),
            "network-manager: { convert-gateway: true }\n",
            TestContext.Current.CancellationToken
        );
        Start(site, "policy: edge\nwindow: { initcwnd: 20 }\nscopes: [default]\n");
        await HoldsAsync(site, Gateway, "10.200.0.1");
        await _agent!.StopAsync();

        site.Daemon.Nmcli("connection", "down", "edge");
        site.Daemon.Nmcli("connection", "up", "edge");
        await HoldsAsync(site, Gateway, "10.200.0.1");
        Assert.DoesNotContain("proto 105", site.Host.Ip("route"), StringComparison.Ordinal);

        var rolled = Run(site, "rollback", "--all");
        Assert.True(rolled.ExitCode == 0, rolled.Output + rolled.Error);
        Assert.Equal(routes.Text, RouteImage.Of(site.Host).Text);
        Assert.Equal(keyfile, ProfileRouteTests.Lines(site.Keyfile));
    }

    public void Dispose()
    {
        _agent?.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private string State => Path.Combine(_folder, "state");

    private string Socket => Path.Combine(_folder, "agent.sock");

    private Task HoldsAsync(NetworkManagerSite site, string id, string to) =>
        Until.TrueAsync(
            () => site.Read().Targets.Any(target => target.Id == id) && site.FirstFlightAsync(id, to).GetAwaiter().GetResult() == 20,
            () => $"a fresh connection does not start with 20 segments\n{site.Host.Ip("route")}{_agent?.Output}{site.Daemon.Output}"
        );

    private void Start(NetworkManagerSite site, string policy)
    {
        var file = Path.Combine(_folder, "edge.yaml");
        File.WriteAllText(file, policy);
        _agent = site.Host.Start(Binaries.Agent, ["run", "--policy", file, "--state", State, "--socket", Socket], site.Bus.Environment);
    }

    private CommandResult Run(NetworkManagerSite site, params string[] arguments) =>
        site.Host.TryExec("env", ["DBUS_SYSTEM_BUS_ADDRESS=" + site.Bus.Address, Binaries.Agent, .. arguments, "--state", State]);
}
