using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>Hosts by verdict over time: the fleet as of the first instant, and from there every change in turn.</summary>
internal sealed class TrendViews(Database database, JudgedPeriods periods, SeenHosts seen)
{
    public Task<ComplianceTrend> OfAsync(TrendQuestion question, CancellationToken ct)
    {
        var judged = periods.JudgedUntil;
        return database.LongReadAsync(
            async db =>
            {
                var end = (await DeletedRecords.FindAsync(db)).HistoryBefore;
                if (question.To <= end)
                    return new ComplianceTrend(Clock.At(question.From), Clock.At(question.To), [], []) { DeletedBefore = Clock.At(end) };
                var asked = question.From < end ? question with { From = end } : question;
                DateTimeOffset? deleted = asked == question ? null : Clock.At(end);
                if (asked.Filter.IsEverybody && seen.Scope.IsFleet)
                    return new ComplianceTrend(
                        Clock.At(asked.From),
                        Clock.At(asked.To),
                        await TrendCounts.OfAsync(db, asked),
                        await GapsAsync(db, asked, judged)
                    )
                    {
                        DeletedBefore = deleted,
                    };
                var run = new TrendRun(asked);
                var members = HistoryReads.MembersBetweenAsync(db, asked.From, asked.To);
                await foreach (var host in members.SeenBy(seen, asked.IsNow).WithCancellation(ct))
                    run.Add(host);
                await foreach (var change in HistoryReads.ChangesAsync(db, asked.From, asked.To).WithCancellation(ct))
                    run.Change(change);
                return new ComplianceTrend(Clock.At(asked.From), Clock.At(asked.To), run.End(), await GapsAsync(db, asked, judged))
                {
                    DeletedBefore = deleted,
                };
            },
            ct
        );
    }

    private static async Task<IReadOnlyList<ComplianceGap>> GapsAsync(DbSession db, TrendQuestion asked, long judged)
    {
        var gaps = new List<ComplianceGap>();
        var known = await HistoryReads.PeriodAsync(db, asked.From);
        var until = known is null ? asked.From : Math.Max(asked.From, known.UntilAt);
        foreach (var period in await HistoryReads.PeriodsAsync(db, asked.From, asked.To))
        {
            if (period.FromAt > until)
                gaps.Add(new(Clock.At(until), Clock.At(period.FromAt)));
            until = Math.Max(until, period.UntilAt);
        }
        until = Math.Max(until, Math.Min(asked.To, judged));
        return [.. gaps.Where(gap => gap.To - gap.From > TimeSpan.FromMinutes(1))];
    }
}
