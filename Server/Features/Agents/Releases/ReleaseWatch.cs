using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Agents.Releases;

/// <summary>Notices packages that were added while the server runs.</summary>
internal sealed partial class ReleaseWatch(AgentReleases releases, TimeProvider clock, ILogger<ReleaseWatch> log) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromMinutes(1);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        while (await timer.NextAsync(stoppingToken))
        {
            try
            {
                await releases.RefreshAsync();
            }
            catch (StoreException unusable)
            {
                NotStored(unusable.Message);
            }
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Cannot store the versions of agents; retrying in a minute: {Why}")]
    private partial void NotStored(string why);
}
