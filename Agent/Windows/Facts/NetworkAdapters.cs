using System.Net.NetworkInformation;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Windows.Facts;

/// <summary>The adapters of this host, loopback apart.</summary>
/// <param name="registry">Holds the settings of their drivers.</param>
/// <param name="adapters">The adapters there are.</param>
internal sealed class NetworkAdapters(IRegistry registry, Func<IEnumerable<Adapter>> adapters)
{
    /// <summary>The class of network adapters (GUID_DEVCLASS_NET): one numbered key for each driver instance.</summary>
    internal const string Class = @"SYSTEM\CurrentControlSet\Control\Class\{4d36e972-e325-11ce-bfc1-08002be10318}";

    /// <summary>Standardized INF keywords of NDIS: any of them set to other than 0 switches it on.</summary>
    private static readonly (string Offload, string[] Keywords)[] Offloads =
    [
        ("lso", ["*LsoV1IPv4", "*LsoV2IPv4", "*LsoV2IPv6"]),
        ("rsc", ["*RscIPv4", "*RscIPv6"]),
    ];

    public IReadOnlyList<NicFacts> Read()
    {
        var drivers = Drivers();
        return [.. adapters().Select(adapter => Told(adapter, drivers.GetValueOrDefault(adapter.Id)))];
    }

    /// <summary>As the framework lists them.</summary>
    public static IEnumerable<Adapter> OfThisHost()
    {
        try
        {
            return
            [
                .. NetworkInterface
                    .GetAllNetworkInterfaces()
                    .Where(one => one.NetworkInterfaceType != NetworkInterfaceType.Loopback)
                    .Select(Of),
            ];
        }
        catch (NetworkInformationException)
        {
            return [];
        }
    }

    private static Adapter Of(NetworkInterface one) =>
        new(one.Id, one.Name, Mtu(one), one.Description, one.OperationalStatus == OperationalStatus.Up);

    private static int Mtu(NetworkInterface one)
    {
        try
        {
            var properties = one.GetIPProperties();
            return one.Supports(NetworkInterfaceComponent.IPv4) ? properties.GetIPv4Properties().Mtu : properties.GetIPv6Properties().Mtu;
        }
        catch (NetworkInformationException)
        {
            return 0;
        }
    }

    private NicFacts Told(Adapter adapter, string? driver) =>
        new(
            adapter.Name,
            adapter.Mtu,
            driver is null ? adapter.Description
                : registry.Text(driver, "DriverDesc") is { Length: > 0 } described ? described
                : adapter.Description,
            driver is null
                ? []
                :
                [
                    .. Offloads
                        .Where(one => Array.Exists(one.Keywords, keyword => registry.Text(driver, keyword) is not ("" or "0")))
                        .Select(one => one.Offload),
                ],
            adapter.Up
        );

    private Dictionary<string, string> Drivers()
    {
        Dictionary<string, string> found = new(StringComparer.OrdinalIgnoreCase);
        foreach (var key in registry.Keys(Class).Select(number => $@"{Class}\{number}"))
            if (registry.Text(key, "NetCfgInstanceId") is { Length: > 0 } id)
                found.TryAdd(id, key);
        return found;
    }
}

/// <summary>An adapter as the system lists it.</summary>
/// <param name="Id">Its NetCfgInstanceId.</param>
/// <param name="Name">As people named it: <c>Ethernet</c>.</param>
/// <param name="Mtu">Bytes; 0 when it is not reported.</param>
/// <param name="Description">The maker's name of it.</param>
/// <param name="Up">True when it is up.</param>
internal sealed record Adapter(string Id, string Name, int Mtu, string Description, bool Up);
