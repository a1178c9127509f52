using System.Collections.Concurrent;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts;

/// <summary>Every member of the fleet, loaded at start and kept in step with the store.</summary>
public sealed class HostDirectory
{
    private readonly ConcurrentDictionary<string, FleetHost> _hosts = new(StringComparer.Ordinal);

    public IEnumerable<FleetHost> All => _hosts.Select(pair => pair.Value);

    public int Count => _hosts.Count;

    public FleetHost? Find(string id) => _hosts.GetValueOrDefault(id);

    /// <summary>For the check-in path, where the id is a piece of a header.</summary>
    public FleetHost? Find(ReadOnlySpan<char> id) =>
        _hosts.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(id, out var host) ? host : null;

    public void Add(FleetHost host) => _hosts[host.Id] = host;

    public void Remove(string id) => _hosts.TryRemove(id, out _);

    public static async Task<HostDirectory> LoadAsync(Database database)
    {
        var directory = new HostDirectory();
        foreach (var host in await database.ReadAsync(MemberQueries.AllAsync))
            directory.Add(host);
        return directory;
    }
}
