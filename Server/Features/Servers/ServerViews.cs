using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Features.Servers;

/// <summary>The servers of the store as clients read them.</summary>
internal sealed class ServerViews(Database database, ServerBeat self, Leadership leadership, TimeProvider clock)
{
    private static readonly TimeSpan Shown = TimeSpan.FromHours(1),
        Silent = TimeSpan.FromSeconds(15);

    public async Task<FleetServers> AllAsync(CancellationToken ct)
    {
        var now = clock.Now();
        if (!database.Store.IsShared)
            return new(database.Engine, false, 0, [View(self.Self, now, leads: true)]);
        var (rows, leader) = await database.ReadAsync(
            async db => (await ServerQueries.ListAsync(db, now - (long)Shown.TotalMilliseconds), await ServerQueries.LeaderAsync(db)),
            ct
        );
        // What this one knows of itself is newer than what it wrote.
        var servers = rows.Where(row => row.Id != database.Server)
            .Append(self.Self)
            .OrderBy(row => row.StartedAt)
            .ThenBy(row => row.Id, StringComparer.Ordinal);
        return new(database.Engine, true, leader.Term, [.. servers.Select(row => View(row, now, Leads(row, leader)))]);
    }

    private bool Leads(ServerRow row, LeaderRow leader) => row.Id == database.Server ? leadership.IsLeader : row.Id == leader.Server;

    private FleetServer View(ServerRow row, long now, bool leads)
    {
        var silent = now - row.HeardAt > Silent.TotalMilliseconds;
        return new(
            row.Id,
            row.Name,
            row.Url,
            row.Version,
            Clock.At(row.StartedAt),
            Clock.At(row.HeardAt),
            leads && !silent,
            row.Id == database.Server,
            silent ? ServerState.Silent
                : row.Behind.Length > 0 ? ServerState.Behind
                : ServerState.InStep,
            row.LagMs
        );
    }
}
