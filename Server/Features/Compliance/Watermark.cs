using IwTune.Server.Console;
using IwTune.Server.Features.Compliance.Corrections;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance;

/// <summary>How complete the data about an instant is.</summary>
internal sealed record Watermark(DateTimeOffset? CompleteUpTo, DateTimeOffset? Again)
{
    /// <summary>Hosts that reported only later what they were then.</summary>
    public int Corrected { get; init; }

    /// <summary>The same with the hosts that reported only later.</summary>
    /// <param name="db">The store.</param>
    /// <param name="judged">Up to when hosts are judged, asked before the store was: its rows must not be older.</param>
    /// <param name="at">Unix milliseconds.</param>
    /// <param name="known">By what was known when.</param>
    /// <param name="seen">The hosts that count.</param>
    public static async Task<Watermark> AtAsync(DbSession db, long judged, long at, long known, SeenHosts seen) =>
        await AtAsync(db, judged, at) with
        {
            Corrected = (await CorrectedHosts.FindAsync(db, at, known)).Count(seen.Sees),
        };

    /// <summary>Looks up whether hosts were being judged at an instant.</summary>
    public static async Task<Watermark> AtAsync(DbSession db, long judged, long at)
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
            (null, _) => "It is unknown whether hosts were evaluated then.",
            ({ } upTo, { } again) => $"Complete up to {Moments.Absolute(upTo)}: from then until {Moments.Absolute(again)} the server "
                + "evaluated no host; the data is from before.",
            ({ } upTo, null) => $"Complete up to {Moments.Absolute(upTo)}.",
        };

    public ComplianceWatermark Of(DateTimeOffset asOf, int hosts, int silent)
    {
        var heard =
            hosts == 0
                ? "There was no host."
                : (silent, Corrected) switch
                {
                    (0, 0) => "Every host had reported.",
                    (0, _) => $"{Quantities.Of(Corrected, "host")} reported only later.",
                    (_, 0) => $"{Quantities.Of(silent, "host")} had not reported.",
                    _ => $"{Quantities.Of(silent, "host")} had not reported; {Quantities.Count(Corrected)} reported only later.",
                };
        return new(CompleteUpTo, silent, $"{Sentence} {heard}");
    }
}
