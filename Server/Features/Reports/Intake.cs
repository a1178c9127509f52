using System.Threading.Channels;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Compliance.Corrections;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Features.Servers;
using IwTune.Server.Features.Webhooks.Events;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

/// <summary>
/// Makes posts durable, many in one transaction: posts that arrive during a transaction share the next. No post is answered before the
/// commit. A post that the store refuses does not affect the others.
/// </summary>
internal sealed class Intake(
    Database database,
    Judge judge,
    Requirements requirements,
    Moves moves,
    LateReports late,
    Leadership leadership,
    TimeProvider clock
)
{
    // So that a transaction ends within a fraction of a second, and other writers wait no longer.
    private const int MostPosts = Judge.Together,
        MostLines = 10_000;

    private readonly Channel<ReportPost> _waiting = Channel.CreateUnbounded<ReportPost>(new() { SingleReader = true });
    private int _running,
        _posts;

    /// <summary>Posts that are not answered yet.</summary>
    public int Posts => Volatile.Read(ref _posts);

    public async Task<ReportsReply> TakeAsync(ReportPost post)
    {
        Interlocked.Increment(ref _posts);
        try
        {
            _waiting.Writer.TryWrite(post);
            if (Interlocked.Exchange(ref _running, 1) == 0)
                _ = Task.Run(RunAsync);
            return await post.Done;
        }
        finally
        {
            Interlocked.Decrement(ref _posts);
        }
    }

    private async Task RunAsync()
    {
        do
        {
            while (Next() is { Count: > 0 } batch)
                await StoreAsync(batch);
            Interlocked.Exchange(ref _running, 0);
            // One may be left by a caller that saw this run still active.
        } while (_waiting.Reader.TryPeek(out _) && Interlocked.Exchange(ref _running, 1) == 0);
    }

    private List<ReportPost> Next()
    {
        var (batch, lines) = (new List<ReportPost>(), 0);
        while (batch.Count < MostPosts && lines < MostLines && _waiting.Reader.TryRead(out var post))
        {
            batch.Add(post);
            lines += post.Lines.Count;
        }
        return batch;
    }

    private async Task StoreAsync(List<ReportPost> batch)
    {
        try
        {
            await TryAsync(batch);
        }
        catch (Exception fault) when (batch.Count > 1 && fault is not StoreException { IsOfTheCall: false })
        {
            foreach (var post in batch)
                await StoreAsync([post]);
        }
        catch (Exception fault)
        {
            batch.ForEach(post => post.Fail(fault));
        }
    }

    private async Task TryAsync(List<ReportPost> batch)
    {
        using var span = Traces.Together("store reports", batch.Select(post => post.From));
        span?.SetTag(Traces.Lines, batch.Sum(post => post.Lines.Count));
        var (posts, sequence) = (batch.ToLookup(post => post.Host.Id, StringComparer.Ordinal), 0L);
        var replies = await database.IngestAsync(
            [.. posts.Select(host => host.Key)],
            async write =>
            {
                sequence = 0;
                var last = await NumbersAsync(write, posts);
                // Said here, and not by a reference of every row to its host.
                if (posts.FirstOrDefault(host => !last.ContainsKey(host.Key)) is { } unknown)
                    throw StoreException.Refused(
                        new($"The store holds no host {unknown.Key}.", OfTheCall: true),
                        new KeyNotFoundException(unknown.Key)
                    );
                var fresh = new List<HostLines>();
                var told = new Dictionary<string, ReportsReply>(StringComparer.Ordinal);
                foreach (var host in posts)
                {
                    var lines = HostLines.Of(host.First().Host, host.SelectMany(post => post.Lines), last.GetValueOrDefault(host.Key));
                    told[host.Key] = new(lines.Rows.Count > 0 ? lines.Last : last.GetValueOrDefault(host.Key));
                    if (lines.Rows.Count > 0)
                        fresh.Add(lines);
                }
                if (fresh.Count == 0)
                    return told;
                var corrects = await late.FindAsync(write, fresh);
                await ReportWrites.StoreAsync(write, clock, fresh);
                await EventOutbox.TellAsync(write, clock, [.. fresh.SelectMany(host => HostEvents.Drift(host.Host, host.Lines))]);
                foreach (var (host, every) in await GateWrites.StoreAsync(write, clock, fresh))
                    told[host] = told[host] with { TellEverySeconds = every };
                var moved = false;
                foreach (var host in fresh)
                    moved |= await moves.TakeAsync(write, host);
                // One number for all of them.
                if (moved)
                    sequence = await Requirements.AdvanceAsync(write);
                await JudgeAsync(write, fresh);
                await late.CorrectAsync(write, corrects);
                write.AfterCommit(() =>
                {
                    ServerMeters.ReportLines.Add(fresh.Sum(host => host.Rows.Count));
                    fresh.ForEach(host => host.Host.Reported = host.Last);
                });
                return told;
            }
        );
        if (sequence > 0)
            await requirements.MovedAsync(sequence);
        batch.ForEach(post => post.Answer(replies[post.Host.Id]));
    }

    private static async Task<Dictionary<string, long>> NumbersAsync(DbSession write, ILookup<string, ReportPost> posts)
    {
        var ids = posts.Select(host => host.Key).ToList();
        return (await write.ListAsync<NumberRow>("select id, report_number from hosts where id in @ids", new { ids })).ToDictionary(
            row => row.Id,
            row => row.ReportNumber,
            StringComparer.Ordinal
        );
    }

    /// <summary>
    /// Verdicts rest on states, not on evidence and events: without a state, only due hosts are judged, and those whose controls the
    /// evidence contradicts.
    /// </summary>
    private async Task JudgeAsync(DbSession write, List<HostLines> fresh)
    {
        // Only one server judges, or two could judge by what each of them heard last. It is notified within a second.
        if (!await leadership.HoldsAsync(write))
        {
            write.AfterCommit(() => fresh.ForEach(host => host.Host.ReportUntold = true));
            return;
        }
        var states = fresh.Where(host => host.HasState).Select(host => host.Host).ToHashSet();
        var due = fresh
            .Where(host => host.HasState || judge.IsDue(host.Host) || host.Host.Judged?.IsContradictedBy(host.Lines) == true)
            .Select(host => host.Host)
            .ToList();
        if (due.Count > 0)
            await judge.RunAsync(write, due, states.Contains);
    }

    private sealed class NumberRow
    {
        public string Id { get; init; } = "";
        public long ReportNumber { get; init; }
    }
}
