using System.Collections.Concurrent;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>Looks every second for webhooks that something is due for, and gives each a lane of its own.</summary>
/// <remarks>Several servers may look: a lane begins with a claim in the store, which only one of them gets.</remarks>
internal sealed partial class WebhookWorker(
    Database database,
    HostDirectory hosts,
    WebhookSeal seal,
    WebhookPost post,
    DeliveryRules rules,
    TimeProvider clock,
    ILogger<WebhookWorker> log
) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1),
        Forgetting = TimeSpan.FromMinutes(10);
    private readonly Dictionary<string, Task> _lanes = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, bool> _still = new(StringComparer.Ordinal);
    private long _forgot;
    private bool _failing;

    /// <summary>
    /// For the metrics: how many wait, how many were abandoned, and when the oldest waiting event happened; as of the last round.
    /// </summary>
    public (long Waiting, long Dead, long Oldest) Standing { get; private set; }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        while (await timer.NextAsync(stoppingToken))
            await TryLookAsync(stoppingToken);
        await Task.WhenAll(_lanes.Values);
    }

    private async Task LookAsync(CancellationToken ct)
    {
        foreach (var done in _lanes.Where(lane => lane.Value.IsCompleted).Select(lane => lane.Key).ToList())
            _lanes.Remove(done);
        var (due, standing) = await database.ReadAsync(
            async db => (await DeliveryQueries.DueAsync(db, clock.Now()), await DeliveryQueries.StandingAsync(db)),
            ct
        );
        Standing = standing;
        foreach (var id in due)
            if (!_lanes.ContainsKey(id))
                _lanes[id] = RunAsync(id, new WebhookLane(id, database, hosts, seal, post, rules, clock, database.Server), ct);
        if (clock.Now() - _forgot < Forgetting.TotalMilliseconds)
            return;
        _forgot = clock.Now();
        var delivered = _forgot - (long)rules.KeptFor.TotalMilliseconds;
        await database.WriteAsync(
            write => DeliveryQueries.ForgetAsync(write, delivered, delivered - (3 * (long)rules.KeptFor.TotalMilliseconds)),
            ct
        );
    }

    private async Task TryLookAsync(CancellationToken ct)
    {
        try
        {
            await LookAsync(ct);
            _failing = false;
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            // The server stops; what waits is in the store.
        }
        catch (StoreException unusable)
        {
            Failed(unusable);
        }
    }

    private async Task RunAsync(string webhook, WebhookLane lane, CancellationToken ct)
    {
        await Task.Yield();
        try
        {
            await lane.RunAsync(ct);
            _still.TryRemove(webhook, out _);
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            // The same.
        }
        catch (StoreException unusable)
        {
            Failed(unusable);
        }
        catch (Exception unforeseen)
        {
            // A failure of one webhook does not stop the others. Logged once, not in every round.
            if (_still.TryAdd(webhook, true))
                StandsStill(webhook, unforeseen);
        }
    }

    private void Failed(Exception unusable)
    {
        // Once, not every second until there is room again.
        if (!_failing)
            NotDelivered(unusable);
        _failing = true;
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Cannot deliver webhooks: the store is unavailable; deliveries wait in it")]
    private partial void NotDelivered(Exception why);

    [LoggerMessage(Level = LogLevel.Error, Message = "Webhook {Webhook} failed; retrying in each round")]
    private partial void StandsStill(string webhook, Exception why);
}
