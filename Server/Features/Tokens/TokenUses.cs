using System.Collections.Concurrent;
using System.Net;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Tokens;

/// <summary>When each token was used last, and from where. Kept in memory and written once a minute: a call costs no write.</summary>
internal sealed class TokenUses(Database database, TimeProvider clock) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromMinutes(1);
    private readonly ConcurrentDictionary<string, (long At, string From)> _seen = new(StringComparer.Ordinal);

    public void Saw(string id, IPAddress? from) =>
        _seen[id] = (clock.Now(), $"{(from is { IsIPv4MappedToIPv6: true } ? from.MapToIPv4() : from)}");

    /// <summary>Writes what was seen since the last time, in one transaction.</summary>
    public async Task WriteAsync(CancellationToken ct = default)
    {
        var seen = _seen.ToArray();
        if (seen.Length == 0)
            return;
        await database.WriteAsync(
            async write =>
            {
                foreach (var (id, (at, from)) in seen)
                    await TokenQueries.UsedAsync(write, id, at, from);
                return 0;
            },
            ct
        );
        // Only what was written: a use that came in between stays for the next time.
        foreach (var one in seen)
            _seen.TryRemove(one);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        try
        {
            while (await timer.WaitForNextTickAsync(stoppingToken))
                await TryWriteAsync(stoppingToken);
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested) { }
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await TryWriteAsync(cancellationToken);
    }

    private async Task TryWriteAsync(CancellationToken ct)
    {
        try
        {
            await WriteAsync(ct);
        }
        catch (StoreException)
        {
            // It stays in memory for the next round; more important writers report a store that cannot be written.
        }
    }
}
