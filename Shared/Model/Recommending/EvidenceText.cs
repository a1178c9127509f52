using System.Globalization;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Model.Recommending;

/// <summary>
/// All evidence of a recommendation as one canonical text, so that two people can check that they mean the same evidence.
/// </summary>
internal static class EvidenceText
{
    public static string DigestOf(RecommendationCase asked)
    {
        var text = new CanonicalText("iwtune recommendation v1")
            .Field("subject", asked.Subject)
            .Field("described", asked.Description?.ToString())
            .Field("role", asked.Role.ToString())
            .Field("current", asked.Current)
            .Field("max", asked.Limits.Max)
            .Field("step", asked.Limits.StepFactor)
            .Field("least", asked.Takes.Least)
            .Field("most", asked.Takes.Most)
            .Field("multiple", asked.Takes.Multiple)
            .Field("mss", asked.Segment)
            .Field(
                "sack",
                asked.Sack switch
                {
                    true => 1,
                    false => 0,
                    null => null,
                }
            )
            .Field("voice", asked.Voice ? 1 : 0)
            .Field("policer", asked.Policer ? 1 : 0)
            .Field("override", asked.Override)
            .Field("seed", asked.Seed.ToString(CultureInfo.InvariantCulture));
        Add(text, asked.Traffic);
        return text.Digest();
    }

    private static void Add(CanonicalText text, TrafficProfile traffic)
    {
        text.Field("connections", traffic.Connections)
            .Field("judged", traffic.Judged)
            .Field("firstFlightLoss", traffic.FirstFlightLoss)
            .Field("segments", traffic.Segments)
            .Field("segmentsAgain", traffic.SegmentsAgain)
            .Field("heldBySendBuffer", traffic.HeldBySendBuffer)
            .Field("heldByPeer", traffic.HeldByPeer);
        Add(text, "bytes", traffic.Bytes);
        Add(text, "minRtt", traffic.MinRtt);
        Add(text, "queueDelay", traffic.QueueDelay);
        Add(text, "deliveryRate", traffic.DeliveryRate);
        Add(text, "peerWindow", traffic.PeerWindow);
        Add(text, "concurrency", traffic.Concurrency);
        List<string> controls = [.. traffic.CongestionControls.Keys];
        controls.Sort(StringComparer.Ordinal);
        foreach (var control in controls)
            text.Field("control", control).Field("of", traffic.CongestionControls[control]);
        List<TrafficCell> cells = [.. traffic.Cells];
        cells.Sort((a, b) => (a.Bytes, a.MinRtt).CompareTo((b.Bytes, b.MinRtt)));
        foreach (var cell in cells)
            text.Field("cell", cell.Bytes).Field("at", cell.MinRtt).Field("of", cell.Connections).Field("lost", cell.FirstFlightLoss);
    }

    private static void Add(CanonicalText text, string name, IReadOnlyDictionary<int, long> slots)
    {
        List<int> keys = [.. slots.Keys];
        keys.Sort();
        text.Field(name, keys.Count);
        foreach (var slot in keys)
            text.Field("slot", slot).Field("of", slots[slot]);
    }
}
