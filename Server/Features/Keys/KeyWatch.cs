using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Servers;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Keys;

/// <summary>
/// Notices what a command or another server changed about the keys, and ends a rotation of the signing key when every host has acknowledged
/// the new one.
/// </summary>
internal sealed partial class KeyWatch(
    HeldKeys held,
    Database database,
    Requirements requirements,
    Leadership leadership,
    TimeProvider clock,
    ILogger<KeyWatch> log
) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5);

    /// <summary>What is wrong for an hour is said once.</summary>
    private string _said = "";

    /// <summary>One look.</summary>
    public async Task LookAsync(CancellationToken ct)
    {
        var before = held.Current.Number;
        await held.CatchUpAsync();
        if (held.Current.Trust.SigningKeys.Count > 1)
        {
            await leadership.RoundAsync(_ => RetireAsync(), ct);
            await held.CatchUpAsync();
        }
        // Hosts whose check-in is held open receive the announcement at once.
        if (held.Current.Number != before)
            requirements.Wake();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        while (await timer.NextAsync(stoppingToken))
        {
            try
            {
                await LookAsync(stoppingToken);
                _said = "";
            }
            catch (Exception unusable)
                when (unusable is StoreException or StorageUnusableException or IOException or UnauthorizedAccessException)
            {
                // The known keys stay in use; the next round tries again.
                if (unusable.Message != _said)
                    NotRead(unusable.Message);
                _said = unusable.Message;
            }
        }
    }

    /// <summary>A leaked key is not retired here: a person decides how long hosts without the revocation are served.</summary>
    private async Task RetireAsync()
    {
        var rows = (await database.ReadAsync(KeyQueries.ListAsync)).Where(row => row.IsSigning && row.RetiredAt is null).ToList();
        if (
            rows is not [{ RevokedAt: null } newest, { RevokedAt: null } old]
            || await database.ReadAsync(db => KeyQueries.CountBehindAsync(db, newest.Since, newest.MadeAt)) > 0
        )
            return;
        await RetireKey.RunAsync(database, old.Id, confirm: null, "server", "every host has acknowledged the new key", clock);
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The keys in the store cannot be read; the known keys stay in use. {Why}")]
    private partial void NotRead(string why);
}
