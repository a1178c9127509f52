using IwTune.Agent.Local;
using IwTune.Shared.Model;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>traffic --json</c> writes.</summary>
/// <param name="Note">What cannot be seen, as a sentence; empty when all can.</param>
/// <param name="Targets">Those with most connections first.</param>
/// <param name="Counters">The host's own counters; <see langword="null"/> when they are not known yet.</param>
internal sealed record ShownTraffic(string Note, IReadOnlyList<ShownTrafficTarget> Targets, HostCounters? Counters)
{
    public static ShownTraffic Of(LocalReply reply)
    {
        var targets = new List<ShownTrafficTarget>();
        HostCounters? counters = null;
        foreach (var seen in reply.Evidence)
        {
            counters ??= seen.Counters;
            if (seen.Passive is { Profile: { } profile } facts)
                targets.Add(ShownTrafficTarget.Of(seen, facts, profile));
        }
        return new ShownTraffic(reply.Text, targets, counters);
    }
}

/// <summary>The connections over one target.</summary>
/// <param name="TargetId">As in a snapshot.</param>
/// <param name="Since">Since when they are counted.</param>
/// <param name="Until">Until when.</param>
/// <param name="Sampled">True when more connections ended than could be read.</param>
/// <param name="Window">The initial window that most connections seen before they sent had, segments.</param>
/// <param name="FirstFlightLoss">Share that lost some of the first flight, of those that can be judged.</param>
/// <param name="SentAgain">Share of segments retransmitted.</param>
/// <param name="FitsWindow">Share of connections whose data fitted <paramref name="Window"/>.</param>
/// <param name="HeldByPeer">Share that the peer's window held back at some time.</param>
/// <param name="HeldBySendBuffer">Share that the send buffer held back at some time.</param>
/// <param name="Bytes">Data sent by a connection, bytes.</param>
/// <param name="MinRtt">Smallest round-trip time, microseconds.</param>
/// <param name="QueueDelay">Smoothed round-trip time above that, at the end, microseconds.</param>
/// <param name="PeerWindow">The peer's window, bytes.</param>
/// <param name="DeliveryRate">Where the application did not hold it back, kbit/s.</param>
/// <param name="Concurrency">Connections to the same peer at a time.</param>
/// <param name="Classes">By round-trip time.</param>
/// <param name="Profile">All of it, as it is reported.</param>
internal sealed record ShownTrafficTarget(
    string TargetId,
    DateTimeOffset Since,
    DateTimeOffset Until,
    bool Sampled,
    int? Window,
    ShownShare? FirstFlightLoss,
    ShownShare? SentAgain,
    ShownShare? FitsWindow,
    ShownShare? HeldByPeer,
    ShownShare? HeldBySendBuffer,
    ShownQuantiles? Bytes,
    ShownQuantiles? MinRtt,
    ShownQuantiles? QueueDelay,
    ShownQuantiles? PeerWindow,
    ShownQuantiles? DeliveryRate,
    ShownQuantiles? Concurrency,
    IReadOnlyList<TrafficClass> Classes,
    TrafficProfile Profile
)
{
    public static ShownTrafficTarget Of(Evidence seen, PassiveFacts facts, TrafficProfile profile) =>
        new(
            seen.TargetId,
            facts.Since,
            seen.At,
            facts.Sampled,
            seen.InitialCwnd,
            ShownShare.From(profile.FirstFlightLoss, profile.Judged),
            ShownShare.From(profile.SegmentsAgain, profile.Segments),
            ShownShare.From(
                Fitting(profile, (long)(seen.InitialCwnd ?? InitialWindow.LinuxDefault) * (profile.Mss ?? 1448)),
                profile.Connections
            ),
            ShownShare.From(profile.HeldByPeer, profile.Connections),
            ShownShare.From(profile.HeldBySendBuffer, profile.Connections),
            ShownQuantiles.Of(profile.Bytes),
            ShownQuantiles.Of(profile.MinRtt),
            ShownQuantiles.Of(profile.QueueDelay),
            ShownQuantiles.Of(profile.PeerWindow),
            ShownQuantiles.Of(profile.DeliveryRate),
            ShownQuantiles.Of(profile.Concurrency),
            TrafficClass.Of(profile),
            profile
        );

    private static long Fitting(TrafficProfile profile, long window)
    {
        var last = Histogram.Slot(window);
        var fitting = 0L;
        foreach (var (slot, count) in profile.Bytes)
            fitting += slot < last ? count : 0;
        return fitting;
    }
}

/// <summary>A share and its 95 % interval.</summary>
internal sealed record ShownShare(long Count, long Of, double Share, double Low, double High)
{
    /// <returns><see langword="null"/> of nothing.</returns>
    public static ShownShare? From(long count, long of)
    {
        if (of <= 0)
            return null;
        var share = Proportion.Wilson(Math.Min(count, of), of);
        return new ShownShare(count, of, Math.Round(share.Estimate, 6), Math.Round(share.Low, 6), Math.Round(share.High, 6));
    }
}

/// <summary>Quantiles of a distribution; each within 5 %.</summary>
internal sealed record ShownQuantiles(long P10, long P50, long P90, long P99)
{
    /// <returns><see langword="null"/> of nothing.</returns>
    public static ShownQuantiles? Of(IReadOnlyDictionary<int, long> slots) =>
        Histogram.Of(slots) is { Count: > 0 } told
            ? new ShownQuantiles(
                told.Percentile(0.1)!.Value,
                told.Percentile(0.5)!.Value,
                told.Percentile(0.9)!.Value,
                told.Percentile(0.99)!.Value
            )
            : null;
}
