using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>Keeps repeated evidence from filling the outbox: it is reported when it differs, and every quarter of an hour.</summary>
public sealed class EvidenceFilter
{
    private static readonly TimeSpan Again = TimeSpan.FromMinutes(15);

    private readonly Dictionary<(string, EvidenceMethod), Evidence> _told = [];

    /// <summary>True when this should be reported; it counts as reported then.</summary>
    public bool IsNews(Evidence measured)
    {
        // Sums of traffic and timings of paths come rarely enough, and every sum differs.
        if (measured.Passive is not null || measured.RoundTrips is not null)
            return true;
        var key = (measured.TargetId, measured.Method);
        if (_told.TryGetValue(key, out var before) && measured.At - before.At < Again && Same(before, measured))
            return false;
        _told[key] = measured;
        return true;
    }

    // Times, round-trip times and sentences with such numbers always differ and mean nothing new.
    private static bool Same(Evidence a, Evidence b) =>
        a with { At = b.At, RttMicroseconds = b.RttMicroseconds, Peer = b.Peer, Terms = b.Terms } == b
        && Bounds(a).SequenceEqual(Bounds(b));

    private static IEnumerable<string> Bounds(Evidence evidence) =>
        (evidence.Terms ?? []).Select(term => $"{term.Name} {term.Segments} {term.Binds}");
}
