using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Servers;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Holds;

/// <summary>
/// Ends holds whose time is over, by the server's clock, and wakes the waiters. A hold that ended stays ended, even when the clock goes
/// back after a jump ahead. When the clock goes back before the end, the hold lasts until the clock reaches it. The store is read only when
/// a hold is due.
/// </summary>
public sealed partial class HoldLapse(
    Database database,
    Requirements requirements,
    HostDirectory hosts,
    Leadership leadership,
    TimeProvider clock,
    ILogger<HoldLapse> log
) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);
    private bool _failing;

    /// <returns>Holds that ended.</returns>
    public async Task<int> RunAsync(CancellationToken ct)
    {
        if (requirements.Current.NextLapse is not { } next || clock.GetUtcNow() < next)
            return 0;
        var ended = await database.WriteAsync(EndAsync, ct);
        // Also without one: the set in memory may be behind a release.
        await requirements.ReloadAsync();
        return ended;
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        do
        {
            await leadership.RoundAsync(TryRunAsync, stoppingToken);
        } while (await timer.NextAsync(stoppingToken));
    }

    private async Task<int> EndAsync(DbSession write)
    {
        var set = await Requirements.ReadAsync(write);
        var over = await HoldQueries.OverAsync(write, clock.Now());
        foreach (var act in over.GroupBy(row => row.Act, StringComparer.Ordinal))
        {
            var held = new List<HeldHost>();
            foreach (var row in act)
            {
                await HoldWrites.EndAsync(write, clock, row.HostId, set.PinOf(row.HostId)!, "server", "the hold expired.");
                if (hosts.Find(row.HostId) is { } member)
                    held.Add(new(member, set.PinOf(row.HostId)!));
            }
            if (held.Count == 0)
                continue;
            var hold = held[0].Pin.Hold;
            await AuditLog.AppendAsync(
                write,
                clock,
                "server",
                HoldActions.Lapse,
                held is [var one] ? $"host:{one.Host.Id}" : $"hold:{act.Key}",
                $"{HeldHost.Named(held, null)} no longer held: the hold by {Actors.Name(hold.By)} expired. {ReleaseHold.Gets(held, set)}",
                hold.Reason
            );
        }
        if (over.Count > 0)
            await Requirements.AdvanceAsync(write);
        return over.Count;
    }

    private async Task TryRunAsync(CancellationToken ct)
    {
        try
        {
            await RunAsync(ct);
            _failing = false;
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            // The server stops; at its next start the first look ends what is over.
        }
        catch (StoreException unusable)
        {
            // Once, not every second until there is room again.
            if (!_failing)
                NotEnded(unusable);
            _failing = true;
        }
    }

    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "Cannot end expired holds in the store; they stay in force until the store can be written"
    )]
    private partial void NotEnded(Exception why);
}
