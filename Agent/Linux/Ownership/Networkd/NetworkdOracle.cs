using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>Asks systemd-networkd what it made: over the bus where there is one, else by its state files.</summary>
/// <param name="places">Where its files are.</param>
/// <param name="bus">Carries the calls.</param>
/// <param name="time">Limits waiting.</param>
internal sealed class NetworkdOracle(HostPlaces places, ISystemBus bus, TimeProvider time)
{
    private readonly RunningNetworkd _running = new(bus, time);
    private readonly NetworkdStateFiles _files = new(places.RunDirectory);
    private (string Owner, bool Here) _last = ("", false);

    /// <summary>What it reports now; nothing where it manages no link, or another namespace.</summary>
    public async ValueTask<NetworkdReading> ReadAsync(CancellationToken ct)
    {
        // The namespace is the calling thread's, so it is read before the first await.
        var (own, links) = (OwnNamespace.Id(), _files.Read());
        var asked = await bus.OwnerAsync(NetworkdCalls.Name, ct) is { Length: > 0 } owner && await IsHereAsync(owner, own, ct);
        if (asked)
            await DescribeAsync(links, ct);
        return asked || places.RunDirectory.Length > 0
            ? new NetworkdReading(links, places.NetworkdVersion, places.NetworkdDirectory) { Running = asked ? _running : null }
            : NetworkdReading.None;
    }

    /// <summary>The bus may be that of the host, and its networkd may manage other links than those of this namespace.</summary>
    private async ValueTask<bool> IsHereAsync(string owner, ulong? own, CancellationToken ct)
    {
        if (_last.Owner == owner)
            return _last.Here;
        if (await bus.CallAsync(NetworkdCalls.NamespaceId, ct) is not BusAnswer.Values answer)
            return false;
        _last = (owner, own is not null && answer.First?.AsNumber == own);
        return _last.Here;
    }

    /// <summary>
    /// Replaces the data from the state files by networkd's own; when it does not answer, it is not asked about the next link.
    /// </summary>
    private async ValueTask DescribeAsync(Dictionary<int, NetworkdLink> links, CancellationToken ct)
    {
        foreach (var index in links.Count > 0 ? [.. links.Keys] : await IndexesAsync(ct))
        {
            if (await bus.CallAsync(NetworkdCalls.Describe(index), ct) is not BusAnswer.Values answer)
                return;
            if (NetworkdLinkJson.Read(answer.First?.AsText ?? "") is { } link)
                links[index] = link;
        }
    }

    private async ValueTask<List<int>> IndexesAsync(CancellationToken ct)
    {
        var indexes = new List<int>();
        foreach (var link in (await bus.CallAsync(NetworkdCalls.Links, ct)).First?.AsList ?? [])
        {
            if (link is BusValue.Struct { Fields: [BusValue.Fixed index, ..] })
                indexes.Add((int)index.Bits);
        }
        return indexes;
    }
}
