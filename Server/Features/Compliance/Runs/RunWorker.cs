using IwTune.Server.Features.Compliance.Runs.Delivery;
using IwTune.Server.Features.Compliance.Runs.Schedules;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance.Runs;

/// <summary>
/// Looks every two seconds for runs: what schedules want, what is to be made, delivered and deleted. Several servers may look; claims in
/// the store give each run to one of them.
/// </summary>
internal sealed partial class RunWorker(
    DueRuns due,
    RunMaking making,
    RunDeliveries deliveries,
    RunDeletion deletion,
    TimeProvider clock,
    ILogger<RunWorker> log
) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(2);
    private bool _failing;

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        do
        {
            try
            {
                await RoundAsync(stoppingToken);
                _failing = false;
            }
            catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
            {
                return;
            }
            catch (StoreException unusable)
            {
                // Once, not every two seconds until there is room again.
                if (!_failing)
                    Failed(unusable);
                _failing = true;
            }
        } while (await timer.NextAsync(stoppingToken));
    }

    private async Task RoundAsync(CancellationToken ct)
    {
        await due.RoundAsync(ct);
        while (await making.NextAsync(ct)) { }
        await deliveries.RoundAsync(ct);
        await deletion.RunAsync(ct);
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Cannot make compliance runs: the store is unavailable; the next round tries again")]
    private partial void Failed(Exception why);
}
