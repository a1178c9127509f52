using System.Collections.Concurrent;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Features.Reports;

/// <summary>
/// New facts, and a state with other owners of routes, can move a host to another selector: a publication like any other. Each host has a
/// budget of such moves. A report beyond it is stored at once, like every report, and takes effect when the budget allows: the last report
/// counts, the ones between are skipped.
/// </summary>
internal sealed partial class Moves(
    Database database,
    HostDirectory hosts,
    Requirements requirements,
    ChangeFeed feed,
    TimeProvider clock,
    ILogger<Moves> log
) : BackgroundService
{
    /// <summary>Moves of one host that take effect at once.</summary>
    public const int Burst = 4;

    private const int Together = 500;

    /// <summary>After this time it has another one.</summary>
    public static readonly TimeSpan Refill = TimeSpan.FromMinutes(1);

    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5);

    /// <summary>Until the server that took the facts must have acted on them; another one does it then.</summary>
    private static readonly TimeSpan Elsewhere = 2 * Refill;

    /// <summary>Hosts whose last report has not taken effect, and from when on it may.</summary>
    private readonly ConcurrentDictionary<string, long> _due = new(StringComparer.Ordinal);

    /// <summary>Receives hosts whose facts other servers took and did not act on yet: such a server may fail before it does.</summary>
    public void Join() =>
        feed.On(
            Topic.Moves,
            ids =>
            {
                foreach (var id in ids)
                    _due.TryAdd(id, clock.Now() + (long)Elsewhere.TotalMilliseconds);
                return Task.CompletedTask;
            }
        );

    /// <summary>Within the transaction that makes the lines durable.</summary>
    /// <returns>True when selectors see the host differently from now on: a publication number is due.</returns>
    public async Task<bool> TakeAsync(DbSession write, HostLines told)
    {
        var host = told.Host;
        var (now, latest) = (host.Identity, told.Rows.LastOrDefault(row => row.Line.Facts is not null)?.Line.Facts);
        if (latest is not null)
        {
            var facts = EnrolmentFacts.Complete(latest);
            await HostWrites.FactsAsync(write, host.Id, facts);
            now = now.With(facts);
        }
        if (told.Rows.LastOrDefault(row => row.Line.State is not null)?.Line.State is { } state)
            now = now.With(state);
        var moves = now != host.Identity;
        // A host that waits is evaluated completely when its time comes.
        if ((latest is null && !moves) || (moves && !host.MayMove(clock.Now())))
        {
            if (moves)
                Defer(write, host.Id);
            return false;
        }
        // Another server may have changed its labels, and its message may not have arrived.
        if (moves && (await MemberQueries.ListAsync(write, [host.Id])) is [var stored])
            now = now with { Labels = stored.Identity.Labels };
        var kept = false;
        if (!await IdentityHistory.KeepAsync(write, clock, now, () => kept = moves || host.MayMove(clock.Now())))
            Defer(write, host.Id);
        // Counted with the commit: what is undone and run again is one move.
        if (moves || kept)
            write.AfterCommit(() => host.CountMove(clock.Now()));
        if (now == host.Identity)
            return false;
        write.Tell(Topic.Hosts, host.Id);
        write.AfterCommit(() => host.Identity = now);
        return true;
    }

    /// <summary>Lets what waited take effect where the budget allows.</summary>
    /// <returns>Hosts that selectors see differently from now on.</returns>
    public async Task<int> RunAsync(bool all, CancellationToken ct)
    {
        var now = clock.Now();
        var ready = _due.Where(one => all || one.Value <= now)
            .Select(one => hosts.Find(one.Key))
            .OfType<FleetHost>()
            .Where(host => all || host.MayMove(now))
            .Take(Together)
            .ToList();
        foreach (var gone in _due.Keys.Where(id => hosts.Find(id) is null))
            _due.TryRemove(gone, out _);
        if (ready.Count == 0)
            return 0;
        // Before they are read: a report from here on must wait again.
        ready.ForEach(host => _due.TryRemove(host.Id, out _));
        try
        {
            var (moved, sequence) = await database.WriteAsync(write => MoveAsync(write, ready), ct);
            if (moved > 0)
                await requirements.MovedAsync(sequence);
            return moved;
        }
        catch
        {
            ready.ForEach(host => _due.TryAdd(host.Id, now));
            throw;
        }
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await TryRunAsync(all: true, cancellationToken);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        while (await timer.NextAsync(stoppingToken))
            await TryRunAsync(all: false, stoppingToken);
    }

    private async Task TryRunAsync(bool all, CancellationToken ct)
    {
        try
        {
            if (!_due.IsEmpty)
                await RunAsync(all, ct);
        }
        catch (StoreException unusable)
        {
            // They stay due.
            NotMoved(unusable);
        }
    }

    private async Task<(int Moved, long Sequence)> MoveAsync(DbSession write, List<FleetHost> ready)
    {
        var moved = 0;
        foreach (var stored in await MemberQueries.ListAsync(write, [.. ready.Select(host => host.Id)]))
        {
            if (hosts.Find(stored.Id) is not { } host)
                continue;
            var kept = false;
            await IdentityHistory.KeepAsync(write, clock, stored.Identity, () => kept = true);
            if (kept || stored.Identity != host.Identity)
                write.AfterCommit(() => host.CountMove(clock.Now()));
            if (stored.Identity == host.Identity)
                continue;
            moved++;
            write.Tell(Topic.Hosts, host.Id);
            write.AfterCommit(() => host.Identity = stored.Identity);
        }
        return (moved, moved > 0 ? await Requirements.AdvanceAsync(write) : 0);
    }

    private void Defer(DbSession write, string id)
    {
        write.Tell(Topic.Moves, id);
        write.AfterCommit(() => _due[id] = clock.Now());
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Facts reported by hosts were not applied; retrying")]
    private partial void NotMoved(Exception failed);
}
