using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Server.Features.Agents.Releases;

/// <summary>Which agent is the newest for each system, and since when: hosts are judged by it.</summary>
/// <param name="database">Keeps the times.</param>
/// <param name="offered">Reads what the server offers to package managers.</param>
/// <param name="clock">The time.</param>
public sealed class AgentReleases(Database database, Func<FleetPackages> offered, TimeProvider clock)
{
    private static readonly string[] Systems = ["linux", "windows"];
    private volatile ReleaseSet _current = ReleaseSet.None;

    /// <summary>Another object when something changed.</summary>
    internal ReleaseSet Current => _current;

    /// <summary>Looks at the packages, and stores the time of a version that is new.</summary>
    public async Task RefreshAsync()
    {
        var packages = offered();
        // A directory that cannot be read does not withdraw its packages.
        if (packages is { Served: true, Offered: [], Problems: not [] } && _current != ReleaseSet.None)
            return;
        var newest = Systems.Select(os => NewestAgent.Of(packages, os)).ToList();
        var known = await database.ReadAsync(ReleaseQueries.AllAsync);
        var unknown = newest.Where(one => !known.Any(row => row.Os == one.Os && row.Version == one.Version)).ToList();
        if (unknown.Count > 0)
            known = await database.WriteAsync(async write =>
            {
                foreach (var one in unknown)
                    await ReleaseQueries.InsertAsync(
                        write,
                        new()
                        {
                            Os = one.Os,
                            Version = one.Version,
                            KnownAt = clock.Now(),
                        }
                    );
                return await ReleaseQueries.AllAsync(write);
            });
        var read = new ReleaseSet(newest, known);
        if (!read.Says(_current))
            _current = read;
    }
}
