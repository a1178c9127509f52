using IwTune.Server.Storage;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>What the hosts of rings reported before.</summary>
internal static class RingTrafficQueries
{
    private sealed class Row
    {
        public string HostId { get; init; } = "";
        public double Judged { get; init; }
        public double Lost { get; init; }
        public double Seconds { get; init; }
    }

    /// <summary>A shorter history shows no usual traffic.</summary>
    private const double LeastSeconds = 3600;

    /// <summary>
    /// By ring; a ring with a host of unknown traffic, without any connection, or that no other hosts are left to be compared with, is not
    /// in it.
    /// </summary>
    /// <param name="db">One query, whatever the number of hosts.</param>
    /// <param name="hosts">Each host with its ring; without those that cannot report connections.</param>
    public static async Task<IReadOnlyDictionary<int, RingTraffic>> OfAsync(
        DbSession db,
        IReadOnlyCollection<(string Host, int Ring)> hosts
    )
    {
        var known = (
            await db.ListAsync<Row>(
                "select host_id, judged, lost, seconds from traffic_base where seconds >= @LeastSeconds",
                new { LeastSeconds }
            )
        ).ToDictionary(row => row.HostId, StringComparer.Ordinal);
        var found = new Dictionary<int, RingTraffic>();
        var last = hosts.Select(one => one.Ring).DefaultIfEmpty().Max();
        foreach (var ring in hosts.GroupBy(one => one.Ring))
        {
            var (perSecond, judged, lost, complete) = (0.0, 0.0, 0.0, ring.Key < last);
            foreach (var (host, _) in ring)
            {
                if (!known.TryGetValue(host, out var row))
                {
                    complete = false;
                    break;
                }
                (perSecond, judged, lost) = (perSecond + (row.Judged / row.Seconds), judged + row.Judged, lost + row.Lost);
            }
            if (complete && judged > 0)
                found[ring.Key] = new RingTraffic(perSecond, lost / judged);
        }
        return found;
    }
}
