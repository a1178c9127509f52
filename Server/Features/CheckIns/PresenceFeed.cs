using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Servers;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// Sends the other servers the hosts that this one heard of, once a second and without a write, and applies what they heard. A host may
/// call a different server each time; each server knows within about two seconds what the host said last, so a host looks the same on every
/// server.
/// </summary>
internal sealed partial class PresenceFeed : BackgroundService
{
    private const int Chunk = 500;
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);
    private readonly ChangeFeed _feed;
    private readonly HostDirectory _hosts;
    private readonly Database _database;
    private readonly Leadership _leadership;
    private readonly TimeProvider _clock;
    private readonly ILogger<PresenceFeed> _log;
    private volatile bool _again;
    private bool _failing;

    public PresenceFeed(
        ChangeFeed feed,
        HostDirectory hosts,
        Database database,
        Leadership leadership,
        TimeProvider clock,
        ILogger<PresenceFeed> log
    )
    {
        (_feed, _hosts, _database, _leadership, _clock, _log) = (feed, hosts, database, leadership, clock, log);
        feed.On(Topic.Presence, TakeWholeAsync, still: false);
        feed.On(Topic.Seen, TakeSeenAsync, still: false);
        feed.On(Topic.Reported, TakeReportedAsync);
        feed.On(Topic.Listens, _ => NoteListenerAsync(), still: false);
    }

    public override Task StartAsync(CancellationToken cancellationToken) =>
        _feed.IsShared ? base.StartAsync(cancellationToken) : Task.CompletedTask;

    /// <summary>Sends everything that was heard here since the last time; keeps it for later while there is no other server.</summary>
    public async Task TellAsync(CancellationToken ct)
    {
        if (!_feed.HasCompany)
            return;
        if (_again)
        {
            _again = false;
            foreach (var host in _hosts.All)
                if (!host.Presence.Elsewhere)
                    host.PresenceTold = null;
        }
        var (tidings, told, reported) = (new ChangeMessages(), new List<(FleetHost Host, Presence Presence)>(), new List<FleetHost>());
        foreach (var host in _hosts.All)
        {
            var presence = host.Presence;
            if (presence.SeenAt > 0 && !ReferenceEquals(presence, host.PresenceTold))
            {
                var whole = !presence.Elsewhere && (host.PresenceTold is not { } before || presence.Tells(before));
                tidings.Add(
                    whole ? Topic.Presence : Topic.Seen,
                    whole ? PresenceText.Whole(host.Id, presence) : PresenceText.Seen(host.Id, presence)
                );
                told.Add((host, presence));
            }
            if (host.ReportUntold)
            {
                host.ReportUntold = false;
                reported.Add(host);
                if (!_leadership.IsLeader)
                    tidings.Add(Topic.Reported, host.Id);
            }
        }
        try
        {
            await _feed.PostAsync(tidings, ct);
        }
        catch
        {
            reported.ForEach(host => host.ReportUntold = true);
            throw;
        }
        foreach (var (host, presence) in told)
            host.PresenceTold = presence;
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, _clock);
        while (await timer.NextAsync(stoppingToken))
        {
            try
            {
                await TellAsync(stoppingToken);
                _failing = false;
            }
            catch (StoreException unusable)
            {
                if (!_failing)
                    NotTold(unusable);
                _failing = true;
            }
            catch (OperationCanceledException)
            {
                return;
            }
        }
    }

    /// <summary>For the next turn: one under way would note hosts as sent that were sent before the listener was there.</summary>
    private Task NoteListenerAsync()
    {
        _again = true;
        return Task.CompletedTask;
    }

    private Task TakeWholeAsync(IReadOnlyList<string> lines)
    {
        foreach (var line in lines)
            if (PresenceText.ReadWhole(line) is { } told && _hosts.Find(told.Id) is { } host)
                Merge(host, told.Presence);
        return Task.CompletedTask;
    }

    private async Task TakeSeenAsync(IReadOnlyList<string> lines)
    {
        var other = new List<string>();
        foreach (var line in lines)
        {
            if (PresenceText.ReadSeen(line) is not { } told || _hosts.Find(told.Id) is not { } host)
                continue;
            var next = host.Update(here =>
            {
                var next =
                    PresenceText.Mark(here) == told.Mark ? PresenceMerge.Seen(here, told.SeenAt, told.Counter)
                    : told.Counter < here.Counter ? here
                    : null;
                return (next ?? here, next);
            });
            if (next is null)
                other.Add(told.Id);
            else
                Known(host, next, told.SeenAt);
        }
        // Something was missed, such as while the connection was away. The other server has stored it long since.
        foreach (var chunk in other.Chunk(Chunk))
        foreach (var (id, stored) in await _database.ReadAsync(db => MemberQueries.PresencesAsync(db, chunk)))
            if (_hosts.Find(id) is { } host)
                Merge(host, stored);
    }

    /// <summary>Another server took a report: the leader judges.</summary>
    private Task TakeReportedAsync(IReadOnlyList<string> ids)
    {
        foreach (var id in ids)
            if (_hosts.Find(id) is { } host)
                host.Judged = null;
        return Task.CompletedTask;
    }

    private static void Merge(FleetHost host, Presence told) =>
        Known(host, host.Update(here => PresenceMerge.Of(here, told) is var next ? (next, next) : default), told.SeenAt);

    /// <summary>What came from another server is not sent back.</summary>
    private static void Known(FleetHost host, Presence next, long seenAt)
    {
        if (next.Elsewhere && next.SeenAt == seenAt)
            host.PresenceTold = next;
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Cannot notify other servers of hosts seen here; retrying")]
    private partial void NotTold(Exception why);
}
