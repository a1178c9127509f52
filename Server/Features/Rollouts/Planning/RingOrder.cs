using System.Security.Cryptography;
using System.Text;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>Which host is in which ring.</summary>
/// <remarks>
/// The order is a hash of the rollout's id and the host's. The id holds 74 random bits (RFC 9562 §5.7) drawn when the rollout is planned.
/// So the order cannot be known or arranged beforehand, and can be verified afterwards. Hosts that have been silent come last: a first ring
/// of silent hosts would show nothing.
/// </remarks>
internal static class RingOrder
{
    /// <param name="rolloutId">The seed.</param>
    /// <param name="rings">All rings of the rollout.</param>
    /// <param name="hosts">Whom to place.</param>
    /// <param name="begun">Rings that have begun; hosts are placed behind them.</param>
    /// <param name="placed">Hosts in those rings, which count with hosts and percent.</param>
    /// <returns>A ring, from 1, for each host.</returns>
    public static Dictionary<string, int> Of(
        string rolloutId,
        IReadOnlyList<RingRule> rings,
        IReadOnlyList<PlanHost> hosts,
        int begun = 0,
        int placed = 0
    )
    {
        var result = new Dictionary<string, int>(hosts.Count, StringComparer.Ordinal);
        var (all, count) = (hosts.Count + placed, placed);
        var waiting = hosts
            .Where(host => !host.Stale)
            .Select(host => (Host: host, Place: Place(rolloutId, host.Identity.Id)))
            .OrderBy(one => one.Place, StringComparer.Ordinal)
            .Select(one => one.Host)
            .ToList();
        for (var ring = begun + 1; ring < rings.Count; ring++)
        {
            var taken = Taken(rings[ring - 1], waiting, all, count);
            foreach (var host in taken)
                result[host.Identity.Id] = ring;
            count += taken.Count;
            if (taken.Count > 0)
                waiting.RemoveAll(host => result.ContainsKey(host.Identity.Id));
        }
        foreach (var host in hosts)
            result.TryAdd(host.Identity.Id, rings.Count);
        return result;
    }

    private static List<PlanHost> Taken(RingRule ring, List<PlanHost> waiting, int all, int before)
    {
        if (ring.Selector is { } text)
        {
            return Selector.Parse(text).Selector is { } selector ? [.. waiting.Where(host => selector.Matches(host.Identity))] : [];
        }
        // Decimal: 5 % of 100 as doubles is a little more than 5, and would round up to 6.
        var upTo = ring.Hosts ?? (int)Math.Ceiling((decimal)ring.Percent!.Value * all / 100);
        return [.. waiting.Take(Math.Max(0, upTo - before))];
    }

    private static string Place(string rolloutId, string hostId) =>
        Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes($"iwtune ring v1\n{rolloutId}\n{hostId}")));
}
