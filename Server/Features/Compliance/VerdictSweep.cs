using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using Microsoft.Data.Sqlite;

namespace IwTune.Server.Features.Compliance;

/// <summary>Judges again whoever is due: at once after a publication, and every second for silence and what check-ins told.</summary>
/// <remarks>A store that cannot be written, such as on a full disk, ends nothing: who was due stays due.</remarks>
public sealed partial class VerdictSweep(
    HostDirectory hosts, Judge judge, Requirements requirements, JudgedPeriods periods, Database database, TimeProvider clock, ILogger<VerdictSweep> log) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);
    private const int Chunk = 500;
    private bool _failing;

    /// <returns>Hosts judged.</returns>
    public async Task<int> RunAsync(CancellationToken ct)
    {
        var (count, at) = (0, clock.Now());
        foreach (var chunk in hosts.All.Where(judge.IsDue).Chunk(Chunk))
        {
            // Chunks keep the writer free for reports in between.
            count += await database.WriteAsync(async write =>
            {
                foreach (var host in chunk)
                    await judge.RunAsync(write, host);
                return chunk.Length;
            }, ct);
        }
        await periods.RoundAsync(at);
        return count;
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        try
        {
            await periods.EndAsync();
        }
        catch (SqliteException unusable)
        {
            NotJudged(unusable);
        }
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            var changed = requirements.Changed;
            await TryRunAsync(stoppingToken);
            await Task.WhenAny(changed, Task.Delay(Period, clock, stoppingToken));
        }
    }

    private async Task TryRunAsync(CancellationToken ct)
    {
        try
        {
            await RunAsync(ct);
            _failing = false;
        }
        catch (SqliteException unusable)
        {
            // Once, not every second until somebody makes room.
            if (!_failing)
                NotJudged(unusable);
            _failing = true;
        }
    }
}
