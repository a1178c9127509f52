using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;
using IwTune.Lab;

namespace IwTune.Benchmarks.Peers;

/// <summary>NetworkManager that owns the route, with initcwnd beside every attribute that it has an option for.</summary>
internal sealed class NetworkManagerPeer : IPeer
{
    private const string Profile = "bench";
    private PrivateBus? bus;
    private NetworkManagerDaemon? daemon;

    public string Name => "NetworkManager";

    public Rival? Program => Rival.NetworkManager;

    public DisturbedRoute Route { get; } = new();

    public int? Resident => daemon?.Id;

    public string ResidentNote => "";

    public PeerCommand Idle => Nmcli("general");

    public PeerCommand? Repair => Nmcli("device", "reapply", RouteSpace.Link);

    public string Better => "makes the route with its window, so that no connection comes before it; Wi-Fi, VPN, checkpoints";

    public async Task StartAsync()
    {
        Route.LeaveToOwner();
        bus = await PrivateBus.StartAsync();
        daemon = new(Route.Space, bus, RouteSpace.Link);
        // Metric 0 is that of a route which names none, so that the other program replaces this route and adds no second one.
        daemon.Profile(
            Profile,
            NetworkManagerDaemon.Keyfile(
                Profile,
                RouteSpace.Link,
                $"""
                [ipv4]
                method=manual
                address1={RouteSpace.Address}
                route1={RouteUnderTest.Prefix},{RouteSpace.Gateway},0
                route1_options=initcwnd={RouteUnderTest.Wanted},mtu=1400,advmss=1360
                [ipv6]
                method=disabled

                """
            )
        );
        await daemon.StartAsync();
        await daemon.ActivatedAsync(RouteSpace.Link);
        if (!RouteUnderTest.IsSet(Route.Space))
            throw new BenchException($"NetworkManager did not set the window:\n{daemon.Output}");
    }

    public string? Schedule() => null;

    public string Reports()
    {
        RouteUnderTest.Replace(Route.Space);
        return (
            RouteUnderTest.Named(daemon!.Nmcli("connection", "show", Profile)),
            RouteUnderTest.Named(daemon.Nmcli("device", "show", RouteSpace.Link))
        ) switch
        {
            (true, false) => "the window of the profile (`nmcli connection show`), not that of the kernel's route",
            (true, true) => "the windows of the profile and of the kernel's route",
            _ => throw new BenchException("`nmcli connection show` has no window"),
        };
    }

    public void Dispose()
    {
        daemon?.Dispose();
        bus?.Dispose();
        Route.Dispose();
    }

    private PeerCommand Nmcli(params string[] arguments) =>
        new($"nmcli {string.Join(' ', arguments)}", () => Spawn.Timed(["nmcli", .. arguments], bus!.Environment).Wall);
}
