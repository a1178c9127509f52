using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Compliance.Exports.Printing;
using IwTune.Server.Features.Compliance.Runs.Delivery;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Server.Features.Compliance.Runs;

/// <summary>
/// Makes the runs that are due, one at a time: the export of the whole fleet, its file in the store, its figures in its row.
/// </summary>
internal sealed partial class RunMaking(
    ComplianceExport exports,
    Database database,
    JudgedPeriods periods,
    ServerOptions options,
    TimeProvider clock,
    ILogger<RunMaking> log
)
{
    private const int MostTries = 3;
    private const long Day = 86_400_000;

    private static readonly TimeSpan Claim = TimeSpan.FromMinutes(5),
        Renewal = TimeSpan.FromMinutes(1),
        Again = TimeSpan.FromMinutes(5),
        Patience = TimeSpan.FromMinutes(2);

    /// <summary>Makes the first that is ready.</summary>
    /// <returns>False when none is.</returns>
    public async Task<bool> NextAsync(CancellationToken ct)
    {
        var now = clock.Now();
        var ready = (await database.ReadAsync(db => RunQueries.ReadyAsync(db, now), ct)).FirstOrDefault(run => IsJudged(run, now));
        if (ready is null)
            return false;
        if (ready.Tries >= MostTries)
        {
            await RefuseAsync(ready, "The server ended each time while it was made.", ct);
            return true;
        }
        if (!await database.WriteAsync(write => RunQueries.ClaimAsync(write, ready.Id, database.Server, now, ClaimEnd()), ct))
            return true;
        using var made = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var renewing = RenewAsync(ready.Id, made.Token);
        try
        {
            await TryAsync(ready, ct);
        }
        finally
        {
            await made.CancelAsync();
            await renewing;
        }
        return true;
    }

    /// <summary>A claim that is not renewed ends: the run of a server that crashed is made by the next one.</summary>
    private async Task RenewAsync(string id, CancellationToken ct)
    {
        using var timer = new PeriodicTimer(Renewal, clock);
        while (await timer.NextAsync(ct))
            try
            {
                await database.WriteAsync(write => RunQueries.RenewAsync(write, id, database.Server, ClaimEnd()), ct);
            }
            catch (Exception notNow) when (notNow is StoreException or OperationCanceledException)
            {
                // The next minute tries again; the claim lasts for five.
            }
    }

    private long ClaimEnd() => clock.Now() + (long)Claim.TotalMilliseconds;

    /// <summary>
    /// Every host was judged up to its instant, so that a run has what pages showed when it was started; right after a start of the server
    /// this takes some seconds.
    /// </summary>
    private bool IsJudged(RunRow run, long now) =>
        periods.JudgedUntil >= (run.AsOf ?? run.NotBefore) || now - run.NotBefore > Patience.TotalMilliseconds;

    private async Task TryAsync(RunRow run, CancellationToken ct)
    {
        try
        {
            await MakeAsync(run, ct);
        }
        catch (Exception failed) when (failed is NotPrintedException or TooManyHostsException)
        {
            await RefuseAsync(run, failed.Message, ct);
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            await database.WriteAsync(write => RunQueries.RenewAsync(write, run.Id, database.Server, until: 0), CancellationToken.None);
            throw;
        }
        catch (Exception failed)
        {
            // A run that cannot be made does not stop the others, whatever the cause.
            NotMade(run.Id, failed);
            await RefuseAsync(run, $"It could not be made: {failed.Message}", ct);
        }
    }

    private async Task MakeAsync(RunRow run, CancellationToken ct)
    {
        var since = run.SinceAt;
        if (since is null && run.ScheduleId.Length > 0)
            since = await database.ReadAsync(db => RunQueries.BeforeAsync(db, run.ScheduleId, run.AsOf ?? clock.Now()), ct);
        var (asked, problems) = ExportQuestion.Parse(Text(run.AsOf), run.Query, Text(since), RunRow.Names(run.Formats), periods, clock);
        if (asked is null)
        {
            await RefuseAsync(run, string.Join("; ", problems), ct);
            return;
        }
        var made = await exports.MakeAsync(asked, new Exporter(run.Author, []), ct);
        await using var content = made.Content;
        if (await RunContent.StoreAsync(database, run.Id, content, ct))
            await database.WriteAsync(write => KeepAsync(write, run, made), ct);
    }

    /// <returns>False when the claim was lost.</returns>
    private async Task<bool> KeepAsync(DbSession write, RunRow run, ComplianceExport.Made made)
    {
        var (counts, parameters) = (made.Manifest.Counts, made.Manifest.Parameters);
        var (compliant, without) = (VerdictWords.Compliant(counts.States), counts.WithoutPolicy ?? 0);
        var until = clock.Now() + (run.KeepDays * Day);
        var kept = await write.ExecuteAsync(
            """
            update compliance_runs set state = 'Kept', problem = @problem, claimed_until = 0, ended_at = @now, as_of = @asOf,
              since_at = @since, known_at = @known, hosts = @Matched, fleet = @Fleet, compliant = @compliant,
              without_policy = @without, completeness = @Sentence, sha256 = @Sha256, bytes = @Length, keep_until = @until
            where id = @Id and state = 'Making' and claimed_by = @Server
            """,
            new
            {
                run.Id,
                database.Server,
                problem = run.Tries == 0 ? run.Problem : "",
                now = clock.Now(),
                asOf = parameters.AsOf.ToUnixTimeMilliseconds(),
                since = parameters.Since.ToUnixTimeMilliseconds(),
                known = parameters.Known!.Value.ToUnixTimeMilliseconds(),
                counts.Matched,
                counts.Fleet,
                compliant,
                without,
                made.Manifest.Watermark.Sentence,
                made.Sha256,
                made.Content.Length,
                until,
            }
        );
        if (kept == 0)
            return false;
        await AuditLog.AppendAsync(
            write,
            clock,
            run.Author,
            RunActions.Keep,
            RunActions.Subject(run.Id),
            $"Compliance run kept until {Clock.At(until):u}: {compliant} of {counts.Matched} hosts compliant as of "
                + $"{UtcInstantConverter.Text(parameters.AsOf)}{VerdictWords.WithoutPolicy(compliant, without, "0")}; "
                + $"SHA-256 {made.Sha256}.",
            run.About
        );
        foreach (var target in DeliveryTarget.Of(run, options.Timestamp is not null))
            await RunDeliveryQueries.InsertAsync(write, clock, run.Id, target);
        return true;
    }

    private Task<int> RefuseAsync(RunRow run, string problem, CancellationToken ct) =>
        database.WriteAsync(
            async write =>
            {
                var last = run.Tries + 1 >= MostTries;
                var again = last ? (long?)null : clock.Now() + (long)Again.TotalMilliseconds;
                if (!await RunQueries.RefusedAsync(write, run.Id, database.Server, problem, clock.Now(), again))
                    return 0;
                await RunContent.DeleteAsync(write, run.Id);
                if (!last)
                    return 0;
                await AuditLog.AppendAsync(
                    write,
                    clock,
                    run.Author,
                    RunActions.Fail,
                    RunActions.Subject(run.Id),
                    $"Compliance run failed after {MostTries} tries: {problem}",
                    run.About
                );
                foreach (var target in DeliveryTarget.Mail(run))
                    await RunDeliveryQueries.InsertAsync(write, clock, run.Id, target);
                return 0;
            },
            ct
        );

    private static string? Text(long? at) => at is { } instant ? Clock.At(instant).ToString("O") : null;

    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "Compliance run {Run} was not made; it is tried again in five minutes, at most three times"
    )]
    private partial void NotMade(string run, Exception why);
}
