using System.Globalization;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Features.Compliance;

/// <summary>When hosts were being judged. What lies between two periods is not known, and an answer as of then says so.</summary>
/// <remarks>
/// A period's end is written once a minute and at the end, so a crash makes it at most a minute too early, never too late.
/// </remarks>
public sealed class JudgedPeriods(Database database, TimeProvider clock)
{
    private static readonly TimeSpan Written = TimeSpan.FromMinutes(1),
        Patience = TimeSpan.FromSeconds(5);

    private TaskCompletionSource _wanted = Signal(),
        _judged = Signal();
    private string? _id;
    private long _until,
        _stored;

    /// <summary>The latest instant up to which every host was judged, unix milliseconds; 0 before the first round.</summary>
    public long JudgedUntil => Interlocked.Read(ref _until);

    /// <summary>After a start no host is called silent for the time without a listening server; stale hosts stay stale.</summary>
    public static async Task ListenAsync(Database database, HostDirectory hosts, TimeProvider clock)
    {
        var stale = (
            await database.ReadAsync(db => db.ListAsync<string>("select host_id from verdicts where verdict = 'Stale'"))
        ).ToHashSet(StringComparer.Ordinal);
        foreach (var host in hosts.All.Where(host => !stale.Contains(host.Id)))
            host.ListenedSince = clock.Now();
    }

    /// <summary>Another server judged meanwhile: what is judged from now on is a period of its own.</summary>
    public void Forget() => _id = null;

    /// <summary>
    /// Waits until every host is judged up to this moment, so that an export has what pages show already; five seconds at most, since the
    /// leading server may be busy or gone.
    /// </summary>
    public async Task CatchUpAsync(CancellationToken ct)
    {
        var now = clock.Now();
        Volatile.Read(ref _wanted).TrySetResult();
        var over = Task.Delay(Patience, clock, ct);
        for (var next = Volatile.Read(ref _judged); JudgedUntil < now && !over.IsCompleted; next = Volatile.Read(ref _judged))
            await Task.WhenAny(next.Task, over);
        ct.ThrowIfCancellationRequested();
    }

    /// <summary>Completes when a caller wants a round before the next one is due; asked before each round.</summary>
    public Task Wanted()
    {
        var wanted = Signal();
        Volatile.Write(ref _wanted, wanted);
        return wanted.Task;
    }

    /// <summary>Receives up to when the leading server has judged all hosts.</summary>
    public void Join(ChangeFeed feed) =>
        feed.On(
            Topic.Judged,
            keys =>
            {
                Reach(keys.Max(key => long.Parse(key, CultureInfo.InvariantCulture)));
                return Task.CompletedTask;
            },
            still: false
        );

    /// <summary>A round of judging is over: everything up to <paramref name="at"/> is stored.</summary>
    public async Task RoundAsync(long at)
    {
        var last = JudgedUntil;
        // Rounds come every second: after a minute without one the machine slept, the clock jumped or the store could not be written.
        var broken = _id is null || at - last > Written.TotalMilliseconds || at < last;
        if (broken)
        {
            if (_id is not null && last > _stored)
                await StoreAsync(last);
            var id = clock.NewId();
            await database.WriteAsync(write =>
                write.ExecuteAsync("insert into judged_periods (id, from_at, until_at) values (@id, @at, @at)", new { id, at })
            );
            (_id, _stored) = (id, at);
        }
        else if (at - _stored >= Written.TotalMilliseconds)
        {
            await StoreAsync(at);
        }
        Reach(at);
    }

    /// <summary>The server stops.</summary>
    public Task EndAsync() => _id is not null && JudgedUntil > _stored ? StoreAsync(JudgedUntil) : Task.CompletedTask;

    private void Reach(long until)
    {
        Interlocked.Exchange(ref _until, until);
        Interlocked.Exchange(ref _judged, Signal()).SetResult();
    }

    private static TaskCompletionSource Signal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private async Task StoreAsync(long until)
    {
        await database.WriteAsync(write =>
            write.ExecuteAsync("update judged_periods set until_at = @until where id = @_id", new { until, _id })
        );
        _stored = until;
    }
}
