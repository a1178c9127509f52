using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.NetworkManager;

/// <summary>
/// Routes of a NetworkManager profile, with the real NetworkManager: set, verified, kept over everything it does, restored.
/// </summary>
public sealed class ProfileRouteTests : IAsyncLifetime
{
    private const string Metric50 = "ipv4 main 10.1.0.0/16 via 10.99.0.2 dev eth0 metric 50";
    private const string Attributes = "ipv4 main 10.2.0.0/16 via 10.99.0.2 dev eth0 metric 100";
    private const string OtherTable = "ipv4 table 300 10.3.0.0/16 via 10.99.0.2 dev eth0 metric 100";
    private const string Gateway = "ipv4 main default via 10.99.0.2 dev eth0 metric 100";

    private NetworkManagerSite _site = null!;

    public async ValueTask InitializeAsync() => _site = await NetworkManagerSite.StartAsync();

    public ValueTask DisposeAsync()
    {
        _site?.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public void Every_route_names_its_owner_and_the_way()
    {
        foreach (var id in (string[])[Metric50, Attributes, OtherTable])
        {
            var target = _site.Target(id);
            Assert.Equal(("NetworkManager 'edge' (static)", StrategyKind.Native), (target.Owner, target.Strategy.Kind));
            Assert.Contains("profile 'edge'", target.Strategy.Why, StringComparison.Ordinal);
        }
        Assert.Equal(
            ("NetworkManager 'edge' (gateway)", StrategyKind.Shadow),
            _site.Target(Gateway) is var gateway ? (gateway.Owner, gateway.Strategy.Kind) : default
        );
        Assert.Equal("NetworkManager 'edge' (prefix)", _site.Target("ipv4 main 10.99.0.0/24 dev eth0 metric 100").Owner);
        _site.Host.Ip("-6 route add fd05::/48 dev eth0 proto static");
        Assert.Equal(
            ("static", StrategyKind.InPlace),
            _site.Target("ipv6 main fd05::/48 dev eth0 metric 1024") is var unmanaged ? (unmanaged.Owner, unmanaged.Strategy.Kind) : default
        );
    }

    [Theory]
    [InlineData(Metric50, "10.1.0.1")]
    [InlineData(Attributes, "10.2.0.1")]
    public async Task A_window_is_set_proved_kept_and_put_back_exactly(string id, string peer)
    {
        var (routes, profiles, keyfile) = (RouteImage.Of(_site.Host), _site.Profiles(), _site.Keyfile);
        var before = _site.Image(id);
        Assert.IsType<Outcome.Applied>(_site.Set(id, 23, 46));
        Assert.Equal(new Window(23, 46), _site.Target(id).Current);
        Assert.Equal(23, await _site.FirstFlightAsync(id, peer));
        Assert.IsType<Outcome.AlreadyThere>(_site.Set(id, 23, 46));
        Assert.Contains("initcwnd=23", _site.Keyfile, StringComparison.Ordinal);

        await _site.Daemon.RestartAsync();
        await _site.Daemon.ActivatedAsync("eth0");
        Assert.Equal(23, await _site.FirstFlightAsync(id, peer));

        Assert.IsType<Outcome.Applied>(_site.PutBack(before));
        Assert.Equal(profiles, _site.Profiles());
        Assert.Equal(routes.Text, RouteImage.Of(_site.Host).Text);
        Assert.Equal(Lines(keyfile), Lines(_site.Keyfile));
        Assert.IsType<Outcome.AlreadyThere>(_site.PutBack(before));
    }

    [Fact]
    public async Task A_window_outlasts_a_flap_a_new_activation_and_a_reapply_of_the_profile()
    {
        Assert.IsType<Outcome.Applied>(_site.Set(Metric50, 23));
        _site.Router.Ip("link set p0 down");
        await _site.RouteAsync("link show eth0", "NO-CARRIER");
        _site.Router.Ip("link set p0 up");
        await _site.RouteAsync("route show 10.1.0.0/16", "initcwnd 23");
        _site.Daemon.Nmcli("device", "reapply", "eth0");
        await _site.RouteAsync("route show 10.1.0.0/16", "initcwnd 23");
        _site.Daemon.Nmcli("connection", "down", "edge");
        _site.Daemon.Nmcli("connection", "up", "edge");
        await _site.RouteAsync("route show 10.1.0.0/16", "initcwnd 23");
        Assert.Equal(23, await _site.FirstFlightAsync(Metric50, "10.1.0.1"));
    }

    /// <summary>GetSettings returns both forms of the routes, and a legacy one that is sent back erases every attribute.</summary>
    [Fact]
    public void The_legacy_form_of_the_routes_does_not_erase_attributes_of_other_routes()
    {
        Assert.IsType<Outcome.Applied>(_site.Set(Metric50, 23));
        Assert.Contains("initcwnd=12", _site.Keyfile, StringComparison.Ordinal);
        Assert.Contains("lock-mtu=true", _site.Keyfile, StringComparison.Ordinal);
        Assert.Contains("table=300", _site.Keyfile, StringComparison.Ordinal);
        Assert.Contains("mtu lock 1400 initcwnd 12", _site.Host.Ip("route show 10.2.0.0/16"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_route_that_somebody_added_by_hand_stays_through_it()
    {
        _site.Host.Ip("route add 10.9.0.0/16 via 10.99.0.2 dev eth0 initcwnd 7");
        Assert.IsType<Outcome.Applied>(_site.Set(Metric50, 23));
        Assert.Contains("initcwnd 7", _site.Host.Ip("route show 10.9.0.0/16"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_checkpoint_is_gone_afterwards()
    {
        Assert.IsType<Outcome.Applied>(_site.Set(Metric50, 23));
        Assert.Equal("ao 0", Checkpoints());
    }

    [Fact]
    public void Another_tools_checkpoint_is_respected()
    {
        var device = _site
            .Bus.Busctl(
                "call",
                "org.freedesktop.NetworkManager",
                "/org/freedesktop/NetworkManager",
                "org.freedesktop.NetworkManager",
                "GetDeviceByIpIface",
                "s",
                "eth0"
            )
            .Split('"')[1];
        _site.Bus.Busctl(
            "call",
            "org.freedesktop.NetworkManager",
            "/org/freedesktop/NetworkManager",
            "org.freedesktop.NetworkManager",
            "CheckpointCreate",
            "aouu",
            "1",
            device,
            "600",
            "0"
        );
        var before = _site.Profiles();
        Assert.Contains("has a checkpoint", Assert.IsType<Outcome.Refused>(_site.Set(Metric50, 23)).Reason, StringComparison.Ordinal);
        Assert.Equal(before, _site.Profiles());
        var checkpoint = Checkpoints().Split('"')[1];
        _site.Bus.Busctl(
            "call",
            "org.freedesktop.NetworkManager",
            "/org/freedesktop/NetworkManager",
            "org.freedesktop.NetworkManager",
            "CheckpointDestroy",
            "o",
            checkpoint
        );
        Assert.IsType<Outcome.Applied>(_site.Set(Metric50, 23));
    }

    [Fact]
    public async Task What_somebody_saved_for_later_is_not_applied_now()
    {
        _site.Daemon.Nmcli("connection", "modify", "edge", "+ipv4.routes", "10.8.0.0/16 10.99.0.2");
        var before = _site.Image(Metric50);
        Assert.IsType<Outcome.Applied>(_site.Set(Metric50, 23));
        Assert.Equal("", _site.Host.Ip("route show 10.8.0.0/16"));
        Assert.Contains("10.8.0.0/16", _site.Keyfile, StringComparison.Ordinal);
        Assert.IsType<Outcome.Applied>(_site.PutBack(before));
        Assert.DoesNotContain("initcwnd=23", _site.Keyfile, StringComparison.Ordinal);
        Assert.Contains("10.8.0.0/16", _site.Keyfile, StringComparison.Ordinal);
        _site.Daemon.Nmcli("device", "reapply", "eth0");
        await _site.RouteAsync("route show 10.8.0.0/16", "via 10.99.0.2");
    }

    [Fact]
    public void A_route_that_was_taken_out_of_the_saved_profile_is_refused()
    {
        _site.Daemon.Nmcli("connection", "modify", "edge", "-ipv4.routes", "10.1.0.0/16 10.99.0.2 50");
        Assert.Contains("not applied yet", Assert.IsType<Outcome.Refused>(_site.Set(Metric50, 23)).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_gateway_becomes_a_route_only_when_asked_and_a_gateway_again()
    {
        using var converting = _site.NewTuner(convertGateway: true);
        var (routes, profiles, keyfile) = (RouteImage.Of(_site.Host), _site.Profiles(), _site.Keyfile);
        var before = _site.Image(Gateway, converting);
        Assert.Equal(StrategyKind.Native, _site.Target(Gateway, converting).Strategy.Kind);
        Assert.IsType<Outcome.Applied>(_site.Set(Gateway, 23, 46, converting));
        Assert.Equal(
            "default via 10.99.0.2 dev eth0 proto static metric 100 initcwnd 23 initrwnd 46",
            _site.Host.Ip("route show default").Trim()
        );
        Assert.Equal(23, await _site.FirstFlightAsync(Gateway, "10.200.0.1"));
        Assert.Contains("10.99.0.2", _site.Daemon.Nmcli("-g", "IP4.GATEWAY", "device", "show", "eth0"), StringComparison.Ordinal);
        Assert.IsType<Outcome.Applied>(_site.Set(Gateway, 24, null, converting));

        await _site.Daemon.RestartAsync();
        await _site.Daemon.ActivatedAsync("eth0");
        Assert.Equal(24, await _site.FirstFlightAsync(Gateway, "10.200.0.1"));
        // This works also after the permission was withdrawn: past changes can be undone.
        Assert.IsType<Outcome.Applied>(_site.PutBack(before));
        Assert.Equal(profiles, _site.Profiles());
        Assert.Equal(routes.Text, RouteImage.Of(_site.Host).Text);
        Assert.Equal(Lines(keyfile), Lines(_site.Keyfile));
    }

    [Fact]
    public async Task The_commands_for_a_person_put_it_back_too()
    {
        var (routes, keyfile) = (RouteImage.Of(_site.Host), _site.Keyfile);
        var before = _site.Image(Attributes);
        Assert.IsType<Outcome.Applied>(_site.Set(Attributes, 23, 46));
        var undo = await _site.Host.RunAsync(async () =>
            await _site.Tuner.ByHandAsync([_site.Target(Attributes) with { Original = before }], CancellationToken.None)
        );
        foreach (var command in Assert.Single(undo).Lines)
            Commands.Run("env", ["DBUS_SYSTEM_BUS_ADDRESS=" + _site.Bus.Address, "sh", "-c", command]);
        await _site.RouteAsync("route show 10.2.0.0/16", "initcwnd 12");
        Assert.Equal(routes.Text, RouteImage.Of(_site.Host).Text);
        // nmcli removes a route and adds the other at the end.
        Assert.DoesNotContain("initcwnd=23", _site.Keyfile, StringComparison.Ordinal);
        Assert.Contains("initcwnd=12,lock-mtu=true,mtu=1400", _site.Keyfile, StringComparison.Ordinal);
        Assert.Equal(Lines(keyfile).Length, Lines(_site.Keyfile).Length);
    }

    /// <summary>A profile is read without its secrets and sent back without them.</summary>
    [Fact]
    public void Secrets_of_the_profile_stay_where_they_are()
    {
        _site.Daemon.Nmcli(
            "connection",
            "modify",
            "edge",
            "802-1x.eap",
            "peap",
            "802-1x.identity",
            "x",
            "802-1x.phase2-auth",
            "mschapv2",
            "802-1x.password",
            "sesame"
        );
        var before = _site.Image(Metric50);
        Assert.IsType<Outcome.Applied>(_site.Set(Metric50, 23));
        Assert.Contains("initcwnd=23", _site.Keyfile, StringComparison.Ordinal);
        Assert.Contains("password=sesame", _site.Keyfile, StringComparison.Ordinal);
        Assert.IsType<Outcome.Applied>(_site.PutBack(before));
        Assert.Contains("password=sesame", _site.Keyfile, StringComparison.Ordinal);
        Assert.DoesNotContain("sesame", _site.Daemon.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_bus_the_profile_is_not_forgotten()
    {
        Assert.IsType<Outcome.Applied>(_site.Set(Metric50, 23));
        var target = _site.Target(Metric50);
        _site.Bus.Kill();
        try
        {
            var put = new Step.PutBack(
                target with
                {
                    LastSet = new Setting(new Window(23, null), StrategyKind.Native),
                },
                new BeforeImage(target.Id, Window.Unset, target.Raw, "", DateTimeOffset.UnixEpoch)
            );
            Assert.Contains(
                "does not answer on the system bus",
                Assert.IsType<Outcome.Refused>(_site.Apply(put)).Reason,
                StringComparison.Ordinal
            );
        }
        finally
        {
            await _site.Bus.StartAgainAsync();
        }
    }

    [Fact]
    public async Task A_networkmanager_of_another_namespace_owns_nothing_here()
    {
        using var elsewhere = NetNamespace.Create("elsewhere");
        NetNamespace.Join(elsewhere, "eth0", _site.Router, "p9");
        elsewhere.Ip("addr add 10.99.0.1/24 dev eth0");
        elsewhere.Ip("route add 10.1.0.0/16 via 10.99.0.2 dev eth0 proto static metric 50");
        using var tuner = _site.NewTuner();
        var there = await elsewhere.RunAsync(async () => await tuner.ReadAsync(CancellationToken.None));
        Assert.Equal(
            ("static", StrategyKind.InPlace),
            there.Targets.Single(target => target.Id == Metric50) is var target ? (target.Owner, target.Strategy.Kind) : default
        );
    }

    private string Checkpoints() =>
        _site
            .Bus.Busctl(
                "get-property",
                "org.freedesktop.NetworkManager",
                "/org/freedesktop/NetworkManager",
                "org.freedesktop.NetworkManager",
                "Checkpoints"
            )
            .Trim();

    /// <summary>
    /// NetworkManager writes the sections and keys of a keyfile in its own order, and writes omitted keys with their defaults.
    /// </summary>
    internal static string Lines(string keyfile) =>
        string.Join(
            '\n',
            keyfile
                .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Where(line =>
                    line is not ("[ethernet]" or "[proxy]" or "autoconnect=true" or "addr-gen-mode=default")
                    && !line.StartsWith("timestamp=", StringComparison.Ordinal)
                )
                .Order(StringComparer.Ordinal)
        );
}
