using System.Net.NetworkInformation;
using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Linux.Ownership.NetworkManager;

/// <summary>Asks NetworkManager which interfaces it manages and by which profiles, if it runs and manages this network namespace.</summary>
/// <param name="bus">Carries the calls.</param>
/// <param name="convertsGateway">True when a profile's <c>gateway</c> may be made a route; read at every reading.</param>
/// <param name="time">Limits waiting.</param>
internal sealed class NetworkManagerOracle(ISystemBus bus, Func<bool> convertsGateway, TimeProvider time)
{
    private const uint Activated = 100;
    private const uint External = 0x8;

    /// <summary>It answers in milliseconds; a slow answer must not delay a repair.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);

    private (string Owner, bool Here) _last = ("", false);

    /// <summary>What it reports now.</summary>
    /// <returns><see langword="null"/> when there is no bus, no program owns its name, or it manages another namespace.</returns>
    public async ValueTask<NetworkManagerReading?> ReadAsync(CancellationToken ct)
    {
        // The namespace is the calling thread's, so it is read before the first await.
        var own = NamespaceOf("thread-self");
        if (
            await AskAsync(BusNames.Ask("GetNameOwner", BusValue.Of(NetworkManagerCalls.Name)), ct)
            is not { First.AsText: { Length: > 0 } owner }
        )
            return null;
        if (_last.Owner != owner)
            _last = (owner, await IsHereAsync(owner, own, ct));
        return _last.Here ? new NetworkManagerReading(bus, await DevicesAsync(ct), convertsGateway(), time) : null;
    }

    /// <summary>
    /// Compares the namespace of its process; without the right to read that, whether it knows an interface of ours with our address.
    /// </summary>
    private async ValueTask<bool> IsHereAsync(string owner, string? own, CancellationToken ct)
    {
        var process = (await AskAsync(BusNames.Ask("GetConnectionUnixProcessID", BusValue.Of(owner)), ct)).First?.AsNumber;
        if (own is not null && process is { } pid && NamespaceOf(pid.ToString()) is { } theirs)
            return own == theirs;
        var addresses = HardwareAddresses();
        foreach (var (_, device) in await PropertiesAsync(ct))
        {
            if (
                device.At("Interface")?.AsText is { } name
                && device.At("HwAddress")?.AsText is { Length: > 0 } address
                && addresses.TryGetValue(name, out var here)
                && here == Plain(address)
            )
                return true;
        }
        return false;
    }

    private async ValueTask<List<NetworkManagerDevice>> DevicesAsync(CancellationToken ct)
    {
        var found = await Task.WhenAll((await PropertiesAsync(ct)).Select(device => DeviceAsync(device.Path, device.Properties, ct)));
        return [.. found.OfType<NetworkManagerDevice>()];
    }

    private async Task<List<(string Path, BusValue Properties)>> PropertiesAsync(CancellationToken ct)
    {
        var paths = (await AskAsync(NetworkManagerCalls.Devices, ct)).First?.AsList.Select(path => path.AsText!) ?? [];
        var answers = await Task.WhenAll(
            paths.Select(async path =>
                (Path: path, Answer: await AskAsync(NetworkManagerCalls.AllOf(path, NetworkManagerCalls.Device), ct))
            )
        );
        return [.. answers.Where(device => device.Answer.First is not null).Select(device => (device.Path, device.Answer.First!))];
    }

    private async Task<NetworkManagerDevice?> DeviceAsync(string path, BusValue device, CancellationToken ct)
    {
        var active = device.At("ActiveConnection")?.AsText;
        if (device.At("State")?.AsNumber != Activated || device.At("Managed")?.AsNumber != 1 || active is null or "/")
            return null;
        var profile = (
            await AskAsync(BusCall.Property(NetworkManagerCalls.Name, active, NetworkManagerCalls.ActiveProfile, "Connection"), ct)
        )
            .First
            ?.AsText;
        var applied = (await AskAsync(NetworkManagerCalls.Applied(path), ct)).First;
        if (profile is null || applied is null)
            return null;
        // A link that another program configured: NetworkManager shows it and leaves it alone.
        var flags = (await AskAsync(BusCall.Property(NetworkManagerCalls.Name, profile, NetworkManagerCalls.Profile, "Flags"), ct))
            .First
            ?.AsNumber;
        if ((flags & External) != 0)
            return null;
        var name = device.At("IpInterface")?.AsText is { Length: > 0 } ip ? ip : device.At("Interface")?.AsText ?? "";
        return new NetworkManagerDevice(path, name, profile, applied.At("connection")?.At("id")?.AsText ?? "", applied);
    }

    private ValueTask<BusAnswer> AskAsync(BusCall call, CancellationToken ct) => bus.CallAsync(call with { Limit = Limit }, ct);

    private static string? NamespaceOf(string process)
    {
        try
        {
            return new FileInfo($"/proc/{process}/ns/net").LinkTarget;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static Dictionary<string, string> HardwareAddresses()
    {
        var addresses = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var link in NetworkInterface.GetAllNetworkInterfaces())
        {
            if (link.GetPhysicalAddress().ToString() is { Length: > 0 } address && address.AsSpan().ContainsAnyExcept('0'))
                addresses[link.Name] = address;
        }
        return addresses;
    }

    private static string Plain(string address) => address.Replace(":", "", StringComparison.Ordinal).ToUpperInvariant();
}
