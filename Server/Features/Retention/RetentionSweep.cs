using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Retention;

/// <summary>
/// Deletes once a day what is older than its period, some hosts at a time, so that other writers do not wait for it. One server of a store
/// does it.
/// </summary>
public sealed partial class RetentionSweep(Database database, ServerOptions options, TimeProvider clock, ILogger<RetentionSweep> log)
    : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromMinutes(10);
    private const long Day = 86_400_000;
    private const int Together = 100;

    /// <summary>One run, if none was within a day.</summary>
    /// <returns>False when it is not due, or another server runs it.</returns>
    public async Task<bool> RunAsync(CancellationToken ct = default)
    {
        var now = clock.Now();
        // Taken in one statement: of several servers one changes the row.
        if (
            await database.WriteAsync(
                write =>
                    write.ExecuteAsync("update retention set run_at = @now where id = 1 and run_at <= @due", new { now, due = now - Day }),
                ct
            ) == 0
        )
            return false;
        await CoverAsync(ct);
        var periods = (await database.ReadAsync(RetentionQueries.FindAsync, ct)).InForce(options);
        long history = 0,
            reports = 0;
        if (periods.History is not null || periods.Reports is not null)
        {
            var (past, told) = (Before(now, periods.History), Before(now, periods.Reports));
            for (var hosts = await SliceAsync("", ct); hosts.Count > 0; hosts = await SliceAsync(hosts[^1], ct))
            {
                var (first, last) = (hosts[0], hosts[^1]);
                (history, reports) = await database.WriteAsync(
                    async write =>
                        (
                            history + (past is { } before ? await OldHistory.DeleteAsync(write, first, last, before) : 0),
                            reports + (told is { } earlier ? await OldReports.DeleteAsync(write, first, last, earlier) : 0)
                        ),
                    ct
                );
            }
            if (past is { } end)
                await database.WriteAsync(write => OldHistory.DeletePeriodsAsync(write, end), ct);
        }
        var entries = Before(now, periods.Audit) is { } audited
            ? await database.WriteAsync(write => OldAudit.DeleteAsync(write, clock, audited), ct)
            : 0;
        await TellAsync(history, reports, entries, ct);
        return true;
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        do
        {
            try
            {
                await RunAsync(stoppingToken);
            }
            catch (StoreException unusable)
            {
                NotDeleted(unusable);
            }
        } while (await timer.NextAsync(stoppingToken));
    }

    private Task<IReadOnlyList<string>> SliceAsync(string after, CancellationToken ct) =>
        database.ReadAsync(
            db => db.ListAsync<string>("select id from hosts where id > @after order by id limit @Together", new { after, Together }),
            ct
        );

    /// <summary>A host that came to match a hold since it was set is covered by it before anything is deleted.</summary>
    private async Task CoverAsync(CancellationToken ct)
    {
        foreach (var hold in await database.ReadAsync(LegalHoldQueries.InForceAsync, ct))
        {
            if (Selector.Parse(hold.Selector).Selector is { } selector)
                await database.WriteAsync(
                    async write =>
                    {
                        await LegalHoldQueries.CoverAsync(write, hold.Id, selector);
                        return 0;
                    },
                    ct
                );
        }
    }

    private Task<int> TellAsync(long history, long reports, long entries, CancellationToken ct) =>
        database.WriteAsync(
            async write =>
            {
                var told =
                    history + reports + entries == 0
                        ? "Nothing was older than its period."
                        : $"Deleted: {history} rows of history, {reports} of reports, {entries} entries of the audit log.";
                if (history + reports > 0)
                    await AuditLog.AppendAsync(write, clock, "server", StoreActions.RunRetention, "retention", told);
                return await write.ExecuteAsync(
                    "update retention set told_at = @now, told = @told where id = 1",
                    new { now = clock.Now(), told }
                );
            },
            ct
        );

    private static long? Before(long now, int? days) => now - (days * Day);

    [LoggerMessage(Level = LogLevel.Error, Message = "Cannot delete records older than their period; the next round retries")]
    private partial void NotDeleted(Exception why);
}
