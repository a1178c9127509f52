using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Bundles;

/// <summary>
/// Reads what is published again when memory is behind the store: the store answered neither a commit nor the read after it, and the
/// publication is stored all the same.
/// </summary>
internal sealed partial class PublicationWatch(
    Requirements requirements,
    Database database,
    TimeProvider clock,
    ILogger<PublicationWatch> log
) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5);

    private long _stored;

    /// <summary>One look. A publication of this moment reads the store itself: only what the look before saw, too, was missed.</summary>
    public async Task LookAsync()
    {
        var (stored, before) = (await database.ReadAsync(Requirements.SequenceAsync), requirements.Current.Sequence);
        if (requirements.IsUnread || stored == _stored)
            await requirements.CatchUpAsync(stored);
        _stored = stored;
        if (requirements.Current.Sequence > before)
            CaughtUp(before, requirements.Current.Sequence);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        while (await timer.NextAsync(stoppingToken))
        {
            try
            {
                await LookAsync();
            }
            catch (Exception unusable) when (unusable is StoreException or StorageUnusableException)
            {
                // Calls say what is wrong with the store; the next round tries again.
            }
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Publication {Stored} was stored, but hosts still got {Known}; they now get it")]
    private partial void CaughtUp(long known, long stored);
}
