using IwTune.Server.Console;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance;

/// <summary>How complete the data about an instant is.</summary>
internal sealed record Watermark(DateTimeOffset? CompleteUpTo, DateTimeOffset? Again)
{
    /// <summary>Looks up whether hosts were being judged at an instant.</summary>
    public static async Task<Watermark> AtAsync(DbSession db, JudgedPeriods periods, long at)
    {
        if (await HistoryReads.PeriodAsync(db, at) is not { } period)
            return new(null, (await HistoryReads.NextPeriodAsync(db, at)) is { } first ? Clock.At(first.FromAt) : null);
        var next = await HistoryReads.NextPeriodAsync(db, at);
        var until = next is null ? Math.Max(period.UntilAt, periods.JudgedUntil) : period.UntilAt;
        return until >= at ? new(Clock.At(at), null) : new(Clock.At(until), next is null ? null : Clock.At(next.FromAt));
    }

    public ComplianceWatermark Of(DateTimeOffset asOf, int hosts, int silent)
    {
        var heard =
            hosts == 0 ? "There was no host."
            : silent == 0 ? "Every host had reported."
            : $"{Quantities.Of(silent, "host")} had not reported.";
        var complete = (CompleteUpTo, Again) switch
        {
            (null, _) => "It is unknown whether hosts were evaluated then.",
            ({ } upTo, { } again) =>
                $"Complete up to {Moments.Absolute(upTo)}: from then until {Moments.Absolute(again)} the server evaluated no host; "
                    + "the data is from before.",
            ({ } upTo, null) => $"Complete up to {Moments.Absolute(upTo)}.",
        };
        return new(CompleteUpTo, silent, $"{complete} {heard}");
    }
}
