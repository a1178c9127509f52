using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux.Ownership.Networkd;
using IwTune.Agent.Linux.Ownership.NetworkManager;
using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Linux.Ownership;

/// <summary>Asks all programs that can know who made the routes of this namespace.</summary>
/// <param name="time">Limits waiting.</param>
/// <param name="places">Where they keep their files; <see langword="null"/> for this host's own places.</param>
/// <param name="settings">What the host's administrator decided, read at every reading; <see langword="null"/> for nothing.</param>
internal sealed class OwnerOracle(TimeProvider time, HostPlaces? places = null, Func<HostSettings>? settings = null) : IDisposable
{
    private HostPlaces? _places = places;
    private ISystemBus? _bus;
    private InterfaceOwners? _interfaces;
    private NetworkdOracle? _networkd;
    private NetworkManagerOracle? _networkManager;

    /// <summary>What is known now. An owner that does not answer is left out; what is known without it still counts.</summary>
    public async ValueTask<Owners> ReadAsync(CancellationToken ct)
    {
        var interfaces = _interfaces ??= new InterfaceOwners(Places.RunDirectory);
        // Both read the thread's namespace before their first await, and neither waits for the other.
        var networkd = (_networkd ??= new NetworkdOracle(Places, Bus, time)).ReadAsync(ct).AsTask();
        var networkManager = (_networkManager ??= new NetworkManagerOracle(Bus, () => settings?.Invoke().ConvertGateway == true, time))
            .ReadAsync(ct)
            .AsTask();
        return new Owners(interfaces, await networkd, await networkManager);
    }

    /// <inheritdoc/>
    public void Dispose() => _bus?.Dispose();

    /// <summary>Found at the first call, because the namespace is that of the calling thread.</summary>
    private HostPlaces Places => _places ??= HostPlaces.Here();

    /// <summary>The bus it asks them over.</summary>
    public ISystemBus Bus => _bus ??= HostBus.At(Places.Bus, time);
}
