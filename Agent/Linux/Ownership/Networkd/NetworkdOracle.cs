namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>Asks systemd-networkd what it made: by its state files, and over the bus where there is one.</summary>
/// <param name="places">Where it keeps what it knows.</param>
internal sealed class NetworkdOracle(HostPlaces places)
{
    private readonly NetworkdStateFiles _files = new(places.RunDirectory);

    /// <summary>What it says now; nothing where it manages nothing.</summary>
    public ValueTask<NetworkdReading> ReadAsync(CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        return ValueTask.FromResult(places.RunDirectory.Length == 0
            ? NetworkdReading.None
            : new NetworkdReading(_files.Read(), places.NetworkdVersion, places.NetworkdDirectory));
    }
}
