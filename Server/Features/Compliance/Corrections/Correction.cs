using IwTune.Server.Features.Bundles;
using IwTune.Server.Hosting;
using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance.Corrections;

/// <summary>
/// What a late report changes in a host's history. Pure. Only a time in which the server did not hear the host is open to correction; every
/// line says that the host was there when it wrote it, which holds for as long as a check-in would.
/// </summary>
/// <param name="Superseded">Changes that are known to be wrong now.</param>
/// <param name="Added">What replaces them.</param>
/// <param name="Following">Changes that stay, after another verdict than before.</param>
internal sealed record Correction(
    IReadOnlyList<RecordedChange> Superseded,
    IReadOnlyList<RecordedChange> Added,
    IReadOnlyList<RecordedChange> Following
)
{
    /// <param name="known">The change in force at the first line, if there is one, and all later ones, oldest first; not empty.</param>
    /// <param name="report">What came.</param>
    /// <param name="required">What the host must have now.</param>
    /// <param name="requiredSince">Since when, unix milliseconds.</param>
    /// <param name="staleAfter">How long a line says that the host was there.</param>
    /// <param name="now">Unix milliseconds.</param>
    /// <returns><see langword="null"/> when nothing changes.</returns>
    public static Correction? Of(
        IReadOnlyList<RecordedChange> known,
        LateReport report,
        Requirement required,
        long requiredSince,
        TimeSpan staleAfter,
        long now
    )
    {
        var (wanted, before) = (new List<RecordedChange>(), (RecordedChange?)null);
        if (known[0].ChangedAt < report.First)
            before = known[0];
        for (var i = 0; i < known.Count; i++)
        {
            var (from, to) = (Math.Max(known[i].ChangedAt, report.First), i + 1 < known.Count ? known[i + 1].ChangedAt : now);
            foreach (var change in Between(known[i], from, to))
                if (!(wanted.LastOrDefault() ?? before)?.Says(change) ?? true)
                    wanted.Add(change);
        }
        // From now on the server hears the host, and judges it by what it hears.
        if (known[^1] is { IsOpen: true } open && now > open.ChangedAt && wanted.LastOrDefault()?.Says(open) == false)
            wanted.Add(open with { Id = "", ChangedAt = now });
        return Difference([.. known.Where(change => change != before)], wanted, before);

        IEnumerable<RecordedChange> Between(RecordedChange change, long from, long to)
        {
            var at = from;
            if (change.IsOpen)
                foreach (var (begins, ends, written, state) in report.Parts(from, to))
                {
                    var until = Math.Min(ends, written + (long)staleAfter.TotalMilliseconds + 1);
                    if (state is null || begins >= until)
                        continue;
                    if (at < begins)
                        yield return change with
                        {
                            ChangedAt = at,
                        };
                    foreach (var judged in Judged(change, Case(change, state, written), begins, until))
                        yield return judged;
                    at = until;
                }
            if (at < to || from == to)
                yield return change with
                {
                    ChangedAt = at,
                };
        }

        ComplianceCase Case(RecordedChange change, HostState state, long written)
        {
            var same = change.Digest == required.Digest;
            return new()
            {
                RequiredDigest = change.Digest,
                Required = same ? required.Content.Windows : [],
                Pinned =
                    same && required.Pin is { } pin && pin.Hold.Since.ToUnixTimeMilliseconds() <= written
                        ? new(pin.Hold, required.Lacks)
                        : null,
                State = state,
                CheckedInAt = Clock.At(written),
                CheckIn = report.Host.Presence.Said with { StateHash = state.StateHash, Held = state.Held },
                Now = Clock.At(written),
                StaleAfter = staleAfter,
                RequiredSince = Clock.At(same && requiredSince > 0 ? requiredSince : change.ChangedAt),
                Os = report.Host.Identity.Os,
            };
        }
    }

    private static IEnumerable<RecordedChange> Judged(RecordedChange change, ComplianceCase given, long from, long until)
    {
        for (long? at = from; at < until; )
        {
            yield return change.Judged(given, at.Value);
            at = VerdictTurns.After(given with { Now = Clock.At(at.Value) })?.ToUnixTimeMilliseconds();
        }
    }

    private static Correction? Difference(List<RecordedChange> known, List<RecordedChange> wanted, RecordedChange? before)
    {
        var (added, following, last) = (new List<RecordedChange>(), new List<RecordedChange>(), before);
        foreach (var change in wanted)
        {
            var former = last?.Verdict.ToString() ?? "";
            var since = last?.Verdict == change.Verdict ? last.Since : change.ChangedAt;
            if (known.Find(one => one.ChangedAt == change.ChangedAt && one.Says(change)) is not { } kept)
                added.Add(last = change with { Id = "", Former = former, Since = since });
            else if ((last = kept).Former != former)
                following.Add(kept with { Former = former });
        }
        var superseded = known.Where(one => !wanted.Exists(change => change.ChangedAt == one.ChangedAt && one.Says(change))).ToList();
        return superseded.Count + added.Count == 0 ? null : new(superseded, added, following);
    }
}
