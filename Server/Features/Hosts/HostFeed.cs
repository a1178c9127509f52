using IwTune.Server.Features.CheckIns;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Features.Hosts;

/// <summary>
/// Reads members again that other servers changed: exactly the notified ones, or all of them when messages may have been missed.
/// </summary>
internal static class HostFeed
{
    private const int Chunk = 500;

    public static void Join(ChangeFeed feed, Database database, HostDirectory hosts, TimeProvider clock)
    {
        feed.On(Topic.Hosts, ids => RefreshAsync(database, hosts, clock, ids));
        feed.On(Topic.Standing, ids => StandingAsync(database, hosts, ids));
        feed.OnReload(() => ReloadAsync(database, hosts, clock));
    }

    public static async Task RefreshAsync(Database database, HostDirectory hosts, TimeProvider clock, IReadOnlyList<string> ids)
    {
        foreach (var chunk in ids.Chunk(Chunk))
        {
            var found = (await database.ReadAsync(db => MemberQueries.ListAsync(db, chunk))).ToDictionary(
                host => host.Id,
                StringComparer.Ordinal
            );
            foreach (var id in chunk)
            {
                if (found.TryGetValue(id, out var stored))
                    Take(hosts, clock, stored);
                else
                    hosts.Remove(id);
            }
        }
    }

    private static async Task StandingAsync(Database database, HostDirectory hosts, IReadOnlyList<string> ids)
    {
        foreach (var chunk in ids.Chunk(Chunk))
        {
            var kinds = await database.ReadAsync(db => MemberQueries.KindsAsync(db, chunk));
            foreach (var id in chunk)
                if (hosts.Find(id) is { } host)
                    host.StandsOut = kinds.GetValueOrDefault(id);
        }
    }

    private static async Task ReloadAsync(Database database, HostDirectory hosts, TimeProvider clock)
    {
        var members = new HashSet<string>(StringComparer.Ordinal);
        foreach (var stored in await database.ReadAsync(MemberQueries.AllAsync))
        {
            members.Add(stored.Id);
            Take(hosts, clock, stored);
        }
        foreach (var host in hosts.All.Where(host => !members.Contains(host.Id)).ToList())
            hosts.Remove(host.Id);
        // Reports of the meantime may have been missed: silence counts from now.
        foreach (var host in hosts.All)
            (host.ListenedSince, host.Judged) = (clock.Now(), null);
    }

    private static void Take(HostDirectory hosts, TimeProvider clock, FleetHost stored)
    {
        if (hosts.Find(stored.Id) is not { } known)
        {
            stored.ListenedSince = clock.Now();
            hosts.Add(stored);
            return;
        }
        // The runs of its agent that were seen here stay: they distinguish one machine from two.
        (known.Credential, known.Shared, known.Reported) = (stored.Credential, stored.Shared, Math.Max(known.Reported, stored.Reported));
        (known.Identity, known.RekeyReason, known.StandsOut) = (stored.Identity, stored.RekeyReason, stored.StandsOut);
        if (stored.Presence.SeenAt > 0)
            known.Update(here => (PresenceMerge.Of(here, stored.Presence), 0));
    }
}
