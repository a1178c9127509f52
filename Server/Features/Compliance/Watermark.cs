using IwTune.Server.Console;
using IwTune.Server.Features.Compliance.Corrections;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>How complete the data about an instant is.</summary>
internal sealed record Watermark(DateTimeOffset? CompleteUpTo, DateTimeOffset? Again)
{
    /// <summary>Hosts that reported only later what they were then.</summary>
    public IReadOnlySet<string> Late { get; init; } = new HashSet<string>();

    /// <summary>The end of what retention deleted, where that is later than the instant, unix milliseconds; otherwise 0.</summary>
    public long DeletedBefore { get; init; }

    /// <summary>The same with the hosts that reported only later.</summary>
    /// <param name="db">The store.</param>
    /// <param name="judged">Up to when hosts are judged, asked before the store was: its rows must not be older.</param>
    /// <param name="at">Unix milliseconds.</param>
    /// <param name="known">By what was known when.</param>
    /// <param name="seen">The hosts that count.</param>
    public static async Task<Watermark> AtAsync(DbSession db, long judged, long at, long known, SeenHosts seen) =>
        await AtAsync(db, judged, at) with
        {
            Late = (await CorrectedHosts.FindAsync(db, at, known)).Where(seen.Sees).ToHashSet(StringComparer.Ordinal),
        };

    /// <summary>Looks up whether hosts were being judged at an instant.</summary>
    public static async Task<Watermark> AtAsync(DbSession db, long judged, long at)
    {
        if ((await DeletedRecords.FindAsync(db)).HistoryBefore is var end && at < end)
            return new(null, null) { DeletedBefore = end };
        return await OfPeriodsAsync(db, judged, at);
    }

    /// <summary>The same, also where a legal hold keeps what retention has deleted of other hosts.</summary>
    public static async Task<Watermark> OfPeriodsAsync(DbSession db, long judged, long at)
    {
        if (await HistoryReads.PeriodAsync(db, at) is not { } period)
            return new(null, (await HistoryReads.NextPeriodAsync(db, at)) is { } first ? Clock.At(first.FromAt) : null);
        var next = await HistoryReads.NextPeriodAsync(db, at);
        var until = next is null ? Math.Max(period.UntilAt, judged) : period.UntilAt;
        return until >= at ? new(Clock.At(at), null) : new(Clock.At(until), next is null ? null : Clock.At(next.FromAt));
    }

    /// <summary>Whether hosts were judged then, as a sentence.</summary>
    public string Sentence =>
        (CompleteUpTo, Again) switch
        {
            _ when DeletedBefore > 0 =>
                $"Retention has deleted records from before {DeletedRecords.Shown(DeletedBefore)}: hosts whose state "
                    + "is no longer recorded are left out.",
            (null, _) => "It is unknown whether hosts were evaluated then.",
            ({ } upTo, { } again) => $"Complete up to {Moments.Absolute(upTo)}: from then until {Moments.Absolute(again)} the server "
                + "evaluated no host; the data is from before.",
            ({ } upTo, null) => $"Complete up to {Moments.Absolute(upTo)}.",
        };

    /// <param name="fleet">Members then.</param>
    /// <param name="matched">Those that match; what follows counts no others.</param>
    /// <param name="silent">Those that had not reported.</param>
    /// <param name="excepted">Those that had not reported either, whose verdict is the exception.</param>
    /// <param name="late">Those that reported only later.</param>
    /// <param name="filtered">Whether there is a filter: then the sentence says that it is not of every host.</param>
    public ComplianceWatermark Of(int fleet, int matched, int silent, int excepted, int late, bool filtered)
    {
        string Hosts(int count) => filtered ? Quantities.Of(count, "host that matches", "hosts that match") : Quantities.Of(count, "host");
        var unheard = silent + excepted;
        var which =
            excepted == 0 ? ""
            : excepted < unheard ? $", {Quantities.Count(excepted)} of them excepted"
            : unheard == 1 ? " and is excepted"
            : " and are excepted";
        var heard = (unheard, late) switch
        {
            _ when fleet == 0 => DeletedBefore > 0 ? "No host is recorded." : "There was no host.",
            _ when matched == 0 => "No host matched.",
            (0, 0) => $"Every {(DeletedBefore > 0 ? "other " : "")}host{(filtered ? " that matches" : "")} had reported.",
            (0, _) => $"{Hosts(late)} reported only later.",
            (_, 0) => $"{Hosts(unheard)} had not reported{which}.",
            _ => $"{Hosts(unheard)} had not reported{which}; {Quantities.Count(late)} reported only later.",
        };
        return new(CompleteUpTo, silent, $"{Sentence} {heard}");
    }
}
