using System.Globalization;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Enrolment.Restored;

/// <summary>
/// How far the store had come, kept beside it. A server that starts over a store that knows less has an older one than it had: a backup was
/// restored. What it then does is settled once, with an entry in the audit log.
/// </summary>
internal sealed class StoreMark(DataDirectory directory, Database database, TimeProvider clock) : BackgroundService
{
    public const string FileName = "store.mark";
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5);
    private (long Sequence, long Audit) _written;

    /// <summary>Before anything is answered: compares, and settles what a restored store brought back.</summary>
    public static async Task CompareAsync(DataDirectory directory, Database database, TimeProvider clock)
    {
        if (Read(directory) is not { } mark)
            return;
        var (sequence, audit) = await StandAsync(database);
        // A settled store has a higher publication than any server had come to: it is not settled again.
        if (sequence < mark.Sequence || (audit < mark.Audit && sequence == mark.Sequence))
            await database.WriteAsync(write =>
                Restored.SettleAsync(
                    write,
                    clock,
                    "server",
                    mark.Sequence,
                    $"The store was restored: it knows publication {sequence} and audit entry {audit}, and this server had come to "
                        + $"{mark.Sequence} and {mark.Audit}."
                )
            );
    }

    /// <summary>Writes down how far the store has come; nothing when that is what the file says.</summary>
    public async Task KeepAsync()
    {
        var stand = await StandAsync(database);
        if (stand == _written)
            return;
        directory.WriteSecret(FileName, string.Create(CultureInfo.InvariantCulture, $"{stand.Sequence} {stand.Audit}\n"));
        _written = stand;
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await TryKeepAsync();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        do await TryKeepAsync();
        while (await timer.NextAsync(stoppingToken));
    }

    private async Task TryKeepAsync()
    {
        try
        {
            await KeepAsync();
        }
        catch (Exception unusable)
            when (unusable is IOException or UnauthorizedAccessException or StorageUnusableException or StoreException)
        {
            // An older mark only makes the comparison more lenient; the next round tries again.
            _written = default;
        }
    }

    private static async Task<(long Sequence, long Audit)> StandAsync(Database database) =>
        await database.ReadAsync(async db => (await Requirements.SequenceAsync(db), (await AuditQueries.HeadAsync(db))!.Number));

    /// <summary>How far the store of this data directory had come, as far as that is known.</summary>
    public static (long Sequence, long Audit)? Read(DataDirectory directory)
    {
        var words = directory.ReadText(FileName)?.Split(' ', StringSplitOptions.TrimEntries);
        return
            words is [var sequence, var audit]
            && long.TryParse(sequence, CultureInfo.InvariantCulture, out var known)
            && long.TryParse(audit, CultureInfo.InvariantCulture, out var entry)
            ? (known, entry)
            : null;
    }
}
