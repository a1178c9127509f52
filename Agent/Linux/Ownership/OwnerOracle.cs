using IwTune.Agent.Linux.Ownership.Networkd;

namespace IwTune.Agent.Linux.Ownership;

/// <summary>Asks everybody who can know who made the routes of this namespace.</summary>
/// <param name="places">Where they keep what they know; <see langword="null"/> for this host's own places.</param>
internal sealed class OwnerOracle(HostPlaces? places = null)
{
    private HostPlaces? _places = places;
    private InterfaceOwners? _interfaces;
    private NetworkdOracle? _networkd;

    /// <summary>Found when first asked, because the namespace is that of the thread which asks.</summary>
    public HostPlaces Places => _places ??= HostPlaces.Here();

    /// <summary>What is known now. An owner that does not answer is left out; what is known without it still counts.</summary>
    public async ValueTask<Owners> ReadAsync(CancellationToken ct) => new(
        _interfaces ??= new InterfaceOwners(Places.RunDirectory),
        await (_networkd ??= new NetworkdOracle(Places)).ReadAsync(ct));
}
