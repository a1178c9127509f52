using System.Text.RegularExpressions;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Features.Retention;

/// <summary>
/// Up to when runs of an earlier version, which did not store it, deleted records: the last run less the period in force, for each period
/// since the first. Settled once after the upgrade, before a page or an export can pass for complete.
/// </summary>
internal static partial class EarlierDeletions
{
    private const long Day = 86_400_000;

    private sealed class Change
    {
        public long At { get; init; }
        public string Text { get; init; } = "";
    }

    public static async Task SettleAsync(Database database, ServerOptions options)
    {
        if (await database.ReadAsync(DeletedRecords.FindAsync) is { HistoryBefore: >= 0, ReportsBefore: >= 0 })
            return;
        await database.WriteAsync(async write =>
        {
            var row = await RetentionQueries.FindAsync(write);
            var spans = Spans(
                await write.ListAsync<Change>(
                    "select at, text from audit where action = @action order by number",
                    new { action = StoreActions.SetRetention.Name }
                ),
                row.InForce(options),
                row.RunAt
            );
            // Nothing lies below zero afterwards, whatever the periods were.
            return await DeletedRecords.KeepAsync(write, End(spans, of => of.History), End(spans, of => of.Reports));
        });
    }

    /// <summary>Periods, and the last run that can have deleted by them. An entry of the log names the new and the former ones.</summary>
    private static List<(RetentionPeriods Periods, long Run)> Spans(IReadOnlyList<Change> changes, RetentionPeriods inForce, long run)
    {
        var (spans, since) = (new List<(RetentionPeriods, long)>(), 0L);
        foreach (var change in changes.TakeWhile(_ => since <= run))
        {
            if (PeriodsIn().Matches(change.Text) is [_, { Value: var former }] && RetentionText.Parse(former).Periods is { } before)
                spans.Add((before, Math.Min(change.At, run)));
            since = change.At;
        }
        if (since <= run)
            spans.Add((inForce, run));
        return spans;
    }

    private static long End(List<(RetentionPeriods Periods, long Run)> spans, Func<RetentionPeriods, int?> period) =>
        spans.Select(span => period(span.Periods) is { } days ? span.Run - (days * Day) : 0).DefaultIfEmpty().Max();

    [GeneratedRegex("history=[0-9a-z]+,reports=[0-9a-z]+,audit=[0-9a-z]+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex PeriodsIn();
}
