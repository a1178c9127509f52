using IwTune.Agent.Linux;
using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Networkd;

/// <summary>
/// Routes of systemd-networkd's own configuration: a shadow now, and from the next boot on a shadow that networkd makes itself from a
/// drop-in.
/// </summary>
public sealed class NetworkdStaticTests : IDisposable
{
    private const string Static =
        "[Network]\nAddress=10.60.0.9/24\nIPv6AcceptRA=no\nLinkLocalAddressing=no\n[Route]\nGateway=10.60.0.1\nMetric=100";

    private const string PlainGateway = "[Network]\nAddress=10.60.0.9/24\nGateway=10.60.0.1\nIPv6AcceptRA=no\nLinkLocalAddressing=no";

    private readonly NetworkdSite _site = new();

    [Fact]
    public async Task It_holds_over_a_restart_and_a_lost_carrier_and_goes_without_a_trace()
    {
        await _site.StartAsync(Static);
        var start = RouteImage.Of(_site.Host);
        using var tuner = _site.Tuner();
        var target = _site.Default(tuner);
        Assert.Equal("systemd-networkd (static)", target.Owner);
        Assert.Equal(StrategyKind.Shadow, target.Strategy.Kind);
        Assert.EndsWith(
            $"Setting it also writes {_site.DropIn}: from the next boot on, systemd-networkd makes that copy itself.",
            target.Strategy.Why,
            StringComparison.Ordinal
        );
        Assert.Equal(10, _site.FirstFlight());

        Assert.Equal(new Outcome.Applied(), _site.Set(tuner, target, 20));
        Assert.Equal(20, _site.FirstFlight());
        Assert.Equal(new Outcome.AlreadyThere(), _site.Set(tuner, _site.Default(tuner), 20));

        await _site.Networkd.RestartAsync();
        await _site.Networkd.ConfiguredAsync("eth0");
        await _site.HasDefaultAsync("proto 105 metric 99 initcwnd 20");
        Assert.Equal(20, _site.FirstFlight());
        await _site.FlapAsync();
        await _site.HasDefaultAsync("proto 105 metric 99 initcwnd 20");
        Assert.Equal(20, _site.FirstFlight());
        Assert.Empty(_site.Follow(tuner).Done);

        Assert.Equal(new Outcome.Applied(), _site.Apply(tuner, new Step.PutBack(_site.Default(tuner), NetworkdSite.Image(target))));
        Assert.Equal(start, RouteImage.Of(_site.Host));
        Assert.Equal([NetworkdSite.Unit], Directory.EnumerateFileSystemEntries(_site.Networkd.Units).Select(Path.GetFileName));
        await _site.Networkd.RestartAsync();
        await _site.Networkd.ConfiguredAsync("eth0");
        Assert.Equal(start, RouteImage.Of(_site.Host));
    }

    [Fact]
    public async Task After_a_boot_it_holds_before_any_agent_runs_and_the_next_agent_takes_it_for_its_own()
    {
        await _site.StartAsync(Static);
        var start = RouteImage.Of(_site.Host);
        Target target;
        using (var before = _site.Tuner())
        {
            target = _site.Default(before);
            _site.Set(before, target, 20);
        }
        await _site.Networkd.RebootAsync("eth0");
        await _site.HasDefaultAsync("proto 105 metric 99 initcwnd 20");
        await _site.HasDefaultAsync("proto static metric 100");
        Assert.Equal(20, _site.FirstFlight());

        using var after = _site.Tuner();
        Assert.Empty(_site.Sweep(after, target.Id));
        var now = _site.Default(after);
        Assert.Equal((target.Id, new Window(20, null), Window.Unset), (now.Id, now.Current, now.OwnersWindow));
        Assert.Equal(new Outcome.Applied(), _site.Apply(after, new Step.PutBack(now, NetworkdSite.Image(target))));
        Assert.Equal(start, RouteImage.Of(_site.Host));
        Assert.False(Directory.Exists(Path.GetDirectoryName(_site.DropIn)));
    }

    [Fact]
    public async Task What_a_lost_journal_left_behind_is_swept()
    {
        await _site.StartAsync(Static);
        var start = RouteImage.Of(_site.Host);
        using (var before = _site.Tuner())
            _site.Set(before, _site.Default(before), 20);
        using var after = _site.Tuner();
        Assert.Equal(2, _site.Sweep(after).Count);
        Assert.Equal(start, RouteImage.Of(_site.Host));
        Assert.False(Directory.Exists(Path.GetDirectoryName(_site.DropIn)));
    }

    [Fact]
    public async Task Where_etc_is_read_only_the_live_part_works_and_what_is_not_kept_is_said()
    {
        await _site.StartAsync(Static);
        using var tuner = _site.Tuner();
        var target = _site.Default(tuner);
        _site.Host.Run(() =>
        {
            // The mount namespace is this thread's own, and the tuner's first call must be in it.
            Commands.Run("mount", "--bind", _site.Networkd.Units, _site.Networkd.Units);
            Commands.Run("mount", "-o", "remount,bind,ro", _site.Networkd.Units);
            var applied = Assert.IsType<Outcome.Applied>(
                tuner.ApplyAsync(new Step.Set(target, new Window(20, null)), CancellationToken.None).AsTask().GetAwaiter().GetResult()
            );
            Assert.StartsWith(
                "The window is set now; after a boot it is set only once the agent has started: ",
                applied.Note,
                StringComparison.Ordinal
            );
            Assert.Contains(_site.DropIn, applied.Note, StringComparison.Ordinal);
        });
        Assert.Equal(20, _site.FirstFlight());
        Assert.Equal(new Outcome.Applied(), _site.Apply(tuner, new Step.PutBack(_site.Default(tuner), NetworkdSite.Image(target))));
    }

    [Fact]
    public async Task A_file_that_configures_several_links_gets_no_drop_in()
    {
        NetNamespace.Join(_site.Host, "eth1", _site.Router, "lan1");
        _site.Networkd.Unit("05-all.network", "[Match]\nName=eth*\n" + Static);
        _site.Networkd.Start();
        await _site.Networkd.ConfiguredAsync("eth0");
        await _site.Networkd.ConfiguredAsync("eth1");
        using var tuner = _site.Tuner();
        var target = _site.Read(tuner).Targets.First(one => one is { IsDefault: true, InMainTable: true });
        Assert.Equal("systemd-networkd (static)", target.Owner);
        Assert.DoesNotContain("50-iwtune.conf", target.Strategy.Why, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(
        "/etc/systemd/network",
        "10-eth0.network",
        "[Route] section in /etc/systemd/network/10-eth0.network",
        "InitialCongestionWindow=20"
    )]
    [InlineData("/run/systemd/network", "10-netplan-eth0.network", "entry in /etc/netplan", "congestion-window: 20")]
    public async Task A_plain_gateway_gets_a_shadow_of_the_same_metric_and_its_own_line_is_told(
        string folder,
        string file,
        string where,
        string line
    )
    {
        File.WriteAllText(
            Path.Combine(folder == "/etc/systemd/network" ? _site.Networkd.Units : _site.Networkd.RuntimeUnits, file),
            "[Match]\nName=eth0\n[Network]\nAddress=10.60.0.9/24\nGateway=10.60.0.1\nIPv6AcceptRA=no\nLinkLocalAddressing=no\n"
        );
        _site.Networkd.Start();
        await _site.Networkd.ConfiguredAsync("eth0");
        using var tuner = _site.Tuner();
        var strategy = _site.Default(tuner).Strategy;
        Assert.Equal(StrategyKind.Shadow, strategy.Kind);
        Assert.Contains("A copy of the same metric stands before it", strategy.Why, StringComparison.Ordinal);
        Assert.Contains(where, strategy.Instead!.Where, StringComparison.Ordinal);
        Assert.Equal(line, strategy.Instead.LineFor(new Window(20, null)));
    }

    [Fact]
    public async Task A_shadow_of_the_same_metric_holds_over_a_restart_and_a_lost_carrier_and_goes_without_a_trace()
    {
        await _site.StartAsync(PlainGateway);
        var start = RouteImage.Of(_site.Host);
        using var tuner = _site.Tuner();
        var target = _site.Default(tuner);
        Assert.Equal(new Outcome.Applied(), _site.Set(tuner, target, 20));
        Assert.Equal(new Outcome.AlreadyThere(), _site.Set(tuner, _site.Default(tuner), 20));
        Assert.Equal(20, _site.FirstFlight());
        Assert.Equal((new Window(20, null), Window.Unset), (_site.Default(tuner).Current, _site.Default(tuner).OwnersWindow));
        Assert.Equal(new Outcome.Applied(), _site.Set(tuner, _site.Default(tuner), 24));
        Assert.Equal(24, _site.FirstFlight());

        await _site.Networkd.RestartAsync();
        await _site.Networkd.ConfiguredAsync("eth0");
        await AgainAsync(tuner, target.Id);
        await _site.FlapAsync();
        await AgainAsync(tuner, target.Id);

        Assert.Equal(new Outcome.Applied(), _site.Apply(tuner, new Step.PutBack(_site.Default(tuner), NetworkdSite.Image(target))));
        Assert.Equal(start, RouteImage.Of(_site.Host));
    }

    [Fact]
    public async Task Who_replaces_a_plain_gateway_by_hand_is_served_by_the_route_they_made_and_nothing_of_ours_stays()
    {
        await _site.StartAsync(PlainGateway);
        using var tuner = _site.Tuner();
        var target = _site.Default(tuner);
        _site.Set(tuner, target, 20);
        _site.Host.Ip("route replace default via 10.60.0.2 dev eth0");
        Assert.Contains("via 10.60.0.2", _site.Host.Ip("route get 10.200.0.1"), StringComparison.Ordinal);
        Assert.Empty(_site.Follow(tuner, target.Id).Done);
        Assert.DoesNotContain("proto 105", _site.Host.Ip("-N route show table all"), StringComparison.Ordinal);
        Assert.All(
            _site.Read(tuner).Targets.Where(one => one is { IsDefault: true, InMainTable: true }),
            one => Assert.Equal(Window.Unset, one.Current)
        );
    }

    /// <summary>The agent's work after every change: networkd may or may not have removed the copy.</summary>
    private async Task AgainAsync(LinuxTuner tuner, string id)
    {
        await _site.HasDefaultAsync("proto static");
        _site.Follow(tuner, id);
        if (_site.Default(tuner).Current.IsUnset)
            Assert.Equal(new Outcome.Applied(), _site.Set(tuner, _site.Default(tuner), 24));
        Assert.Equal(24, _site.FirstFlight());
        Assert.Single(_site.Host.Ip("-N route show default").Split('\n'), row => row.Contains("proto 105", StringComparison.Ordinal));
        Assert.Single(_site.Host.Ip("route show default").Split('\n'), row => row.Contains("proto static", StringComparison.Ordinal));
    }

    public void Dispose() => _site.Dispose();
}
