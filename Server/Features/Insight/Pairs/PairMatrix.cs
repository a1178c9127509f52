using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Insight.Pairs;

/// <summary>
/// Senders against receivers. A window larger than what the receiver announces is without effect, and both ends are ours here.
/// </summary>
internal static class PairMatrix
{
    private const int MostGroups = 20;

    public static FleetPairs Of(string by, IReadOnlyList<PairHost> hosts)
    {
        var groups = hosts
            .Where(host => host.Group is not null)
            .GroupBy(host => host.Group!, StringComparer.Ordinal)
            .OrderByDescending(group => group.Count())
            .ThenBy(group => group.Key, StringComparer.Ordinal)
            .ToList();
        var shown = groups
            .Take(MostGroups)
            .OrderBy(group => group.Key, StringComparer.Ordinal)
            .Select(group => (Group: Sum(group), Place: group.FirstOrDefault(host => host.Place is not null)?.Place))
            .ToList();
        var pairs =
            from sender in shown
            from receiver in shown
            select Pair(sender.Group, receiver.Group, Floor(sender.Place, receiver.Place));
        return new(
            by,
            [.. shown.Select(one => one.Group)],
            [.. pairs.OfType<HostPair>()],
            hosts.Count(host => host.Group is null),
            groups.Count - shown.Count
        );
    }

    private static PairGroup Sum(IGrouping<string, PairHost> hosts) =>
        new()
        {
            Name = hosts.Key,
            Hosts = hosts.Count(),
            LeastCwnd = hosts.Min(host => host.Cwnd),
            MostCwnd = hosts.Max(host => host.Cwnd),
            LeastReceive = hosts.Min(host => host.Receive),
            MostReceive = hosts.Max(host => host.Receive),
            ReceiveUnknown = hosts.Count(host => host.Receive is null),
        };

    private static HostPair? Pair(PairGroup sender, PairGroup receiver, long? floor)
    {
        if (
            sender is not { LeastCwnd: { } leastCwnd, MostCwnd: { } mostCwnd }
            || receiver is not { LeastReceive: { } leastBytes, MostReceive: { } mostBytes }
        )
            return null;
        // A window below one segment still allows one shorter segment.
        var (least, most) = (Math.Max(1, leastBytes / PairHost.Mss), Math.Max(1, mostBytes / PairHost.Mss));
        return new(
            sender.Name,
            receiver.Name,
            (int)Math.Min(leastCwnd, least),
            (int)Math.Min(mostCwnd, most),
            mostCwnd > least ? BindingTerm.PeerWindow : BindingTerm.InitCwnd,
            floor
        );
    }

    private static long? Floor(Place? from, Place? to) =>
        from is null || to is null ? null : (long)BandwidthDelay.LightRoundTrip(from.KilometresTo(to)).TotalMicroseconds;
}
