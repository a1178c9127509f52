using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;
using IwTune.Lab;

namespace IwTune.Benchmarks.Peers;

/// <summary>systemd-networkd that owns the route, with InitialCongestionWindow= beside every attribute that it has a key for.</summary>
internal sealed class NetworkdPeer : IPeer
{
    private PrivateBus? bus;
    private NetworkdDaemon? daemon;

    public string Name => "systemd-networkd";

    public Rival? Program => Rival.Networkd;

    public DisturbedRoute Route { get; } = new();

    public int? Resident => daemon?.Id;

    public string ResidentNote => "";

    public PeerCommand Idle => Ctl("list");

    public PeerCommand? Repair => Ctl("reconfigure", RouteSpace.Link);

    public string Better => "makes the route with its window, so that no connection comes before it; part of the system";

    public async Task StartAsync()
    {
        Route.LeaveToOwner();
        bus = await PrivateBus.StartAsync();
        daemon = new(Route.Space, bus);
        daemon.Unit(
            "10-bench.network",
            $"""
            [Match]
            Name={RouteSpace.Link}
            [Network]
            Address={RouteSpace.Address}
            LinkLocalAddressing=no
            [Route]
            Destination={RouteUnderTest.Prefix}
            Gateway={RouteSpace.Gateway}
            Protocol=static
            MTUBytes=1400
            TCPAdvertisedMaximumSegmentSize=1360
            InitialCongestionWindow={RouteUnderTest.Wanted}

            """
        );
        daemon.Start("info");
        await daemon.ConfiguredAsync(RouteSpace.Link);
        await Until.TrueAsync(
            () => RouteUnderTest.IsSet(Route.Space),
            () => $"networkd did not set the window:\n{daemon.Output}",
            TimeSpan.FromSeconds(30)
        );
    }

    public string? Schedule() => null;

    public string Reports()
    {
        var status = PrivateMounts.On(
            Route.Space,
            daemon!.Mounts,
            () => Commands.Run("networkctl", "--json=short", "status", RouteSpace.Link)
        );
        return RouteUnderTest.Named(status)
            ? "the configured window (`networkctl --json`)"
            : "its routes (`networkctl --json`), without their windows";
    }

    public void Dispose()
    {
        daemon?.Dispose();
        bus?.Dispose();
        Route.Dispose();
    }

    private PeerCommand Ctl(params string[] arguments) =>
        new(
            $"networkctl {string.Join(' ', arguments)}",
            () => PrivateMounts.On(Route.Space, daemon!.Mounts, () => Spawn.Timed(["networkctl", .. arguments]).Wall)
        );
}
