using IwTune.Agent.Linux.Ownership.Networkd;
using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Linux.Ownership;

/// <summary>Asks everybody who can know who made the routes of this namespace.</summary>
/// <param name="time">Limits waiting.</param>
/// <param name="places">Where they keep what they know; <see langword="null"/> for this host's own places.</param>
internal sealed class OwnerOracle(TimeProvider time, HostPlaces? places = null) : IDisposable
{
    private HostPlaces? _places = places;
    private ISystemBus? _bus;
    private InterfaceOwners? _interfaces;
    private NetworkdOracle? _networkd;

    /// <summary>What is known now. An owner that does not answer is left out; what is known without it still counts.</summary>
    public async ValueTask<Owners> ReadAsync(CancellationToken ct) => new(
        _interfaces ??= new InterfaceOwners(Places.RunDirectory),
        await (_networkd ??= new NetworkdOracle(Places, Bus, time)).ReadAsync(ct));

    /// <inheritdoc/>
    public void Dispose() => _bus?.DisposeAsync().AsTask().GetAwaiter().GetResult();

    /// <summary>Found when first asked, because the namespace is that of the thread which asks.</summary>
    private HostPlaces Places => _places ??= HostPlaces.Here();

    private ISystemBus Bus => _bus ??= HostBus.At(Places.Bus, time);
}
