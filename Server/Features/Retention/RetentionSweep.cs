using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Partitions;

namespace IwTune.Server.Features.Retention;

/// <summary>
/// Deletes once a day what is older than its period, some hosts at a time, so that other writers do not wait for it. One server of a store
/// does it. Each server sees every ten minutes that evidence of the next weeks has its partitions.
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
        var row = await database.ReadAsync(RetentionQueries.FindAsync, ct);
        var begun = PeriodEnds.Of(row, options, now);
        await PrepareAsync(now, row.InForce(options).Reports, ct);
        // Taken in one statement: of several servers one changes the row.
        if (
            await database.WriteAsync(
                write =>
                    write.ExecuteAsync("update retention set run_at = @now where id = 1 and run_at <= @due", new { now, due = now - Day }),
                ct
            ) == 0
        )
            return false;
        await OldTokens.DeleteAsync(database, now, ct);
        await CoverAsync(ct);
        long history = 0,
            reports = 0;
        if (begun is not { History: null, Reports: null })
        {
            await database.WriteAsync(write => DeletedRecords.KeepAsync(write, begun.History, begun.Reports), ct);
            var slices = await SlicesAsync(ct);
            var evidence = begun.Reports is null ? new(0, [], []) : await OldEvidence.DropAsync(database, slices, OldReportsAsync, ct);
            reports = evidence.Rows;
            foreach (var table in evidence.InUse)
                NotDropped(table);
            foreach (var hosts in slices)
                (history, reports) = await database.WriteAsync(
                    async write =>
                    {
                        var ends = await EndsAsync(write);
                        return (
                            history + (ends.History is { } past ? await OldHistory.DeleteAsync(write, hosts.First, hosts.Last, past) : 0),
                            reports + (ends.Reports is { } told ? await OldReports.DeleteAsync(write, evidence.Others, hosts, told) : 0)
                        );
                    },
                    ct
                );
            await database.WriteAsync(
                async write => (await EndsAsync(write)).History is { } past ? await OldHistory.DeletePeriodsAsync(write, past) : 0,
                ct
            );
        }
        var entries = await database.WriteAsync(
            async write => (await EndsAsync(write)).Audit is { } audited ? await OldAudit.DeleteAsync(write, clock, audited) : 0,
            ct
        );
        await TellAsync(history, reports, entries, ct);
        return true;

        Task<PeriodEnds> EndsAsync(DbSession write) => begun.StillAsync(write, options, now);

        async Task<long> OldReportsAsync(DbSession db) => (await EndsAsync(db)).Reports ?? long.MinValue;
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

    /// <summary>Also while everything is kept forever: evidence has its partition before it arrives.</summary>
    private async Task PrepareAsync(long now, int? days, CancellationToken ct)
    {
        if (!database.Store.IsPartitioned)
            return;
        try
        {
            if (!await EvidencePartitions.PrepareAsync(database, now, PartitionPlan.SpanOf(days), ct: ct))
                TooLarge();
        }
        catch (StoreException failed)
        {
            NotAdded(failed);
        }
    }

    private async Task<IReadOnlyList<(string First, string Last)>> SlicesAsync(CancellationToken ct)
    {
        var slices = new List<(string, string)>();
        for (var hosts = await SliceAsync("", ct); hosts.Count > 0; hosts = await SliceAsync(hosts[^1], ct))
            slices.Add((hosts[0], hosts[^1]));
        return slices;
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

    [LoggerMessage(Level = LogLevel.Error, Message = "Cannot delete records older than their period; the next round retries")]
    private partial void NotDeleted(Exception why);

    [LoggerMessage(
        Level = LogLevel.Warning,
        Message = "Cannot add a partition of evidence; the next try is in ten minutes. Reports are stored meanwhile"
    )]
    private partial void NotAdded(Exception why);

    [LoggerMessage(
        Level = LogLevel.Warning,
        Message = "No partition of evidence is added while evidence_rest is larger than 1 GB: PostgreSQL would read it while reports wait. "
            + "New evidence is stored there and deleted row by row; to empty it, stop the servers, make a backup and restore it"
    )]
    private partial void TooLarge();

    [LoggerMessage(
        Level = LogLevel.Warning,
        Message = "Cannot drop {Partition}, whose evidence is older than its period, while another transaction uses the table; the next "
            + "try is in a day"
    )]
    private partial void NotDropped(string partition);
}
