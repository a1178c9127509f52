using IwTune.Server.Features.Compliance;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>Figures read from the store every fifteen seconds, however often metrics are scraped.</summary>
internal sealed class Figures(Database database, TimeProvider clock) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(15);
    private volatile IReadOnlyDictionary<Verdict, int> _verdicts = new Dictionary<Verdict, int>();

    public IReadOnlyDictionary<Verdict, int> Verdicts => _verdicts;

    /// <summary>Compliant hosts to which no policy is assigned; <see langword="null"/> before the first reading.</summary>
    public int? WithoutPolicy { get; private set; }

    /// <summary>
    /// When the oldest unsigned entry of the audit log was written, unix milliseconds; <see langword="null"/> when all are signed.
    /// </summary>
    public long? UnsignedSince { get; private set; }

    public long Behind { get; private set; }

    public async Task ReadAsync(CancellationToken ct) =>
        await database.ReadAsync(
            async db =>
            {
                (_verdicts, WithoutPolicy) = await VerdictsInForce.CountsAsync(db);
                var unsigned = await db.ValueAsync<long>(
                    "select coalesce(min(at), 0) from audit where number > (select coalesce(max(entries), 0) from audit_checkpoints)"
                );
                UnsignedSince = unsigned > 0 ? unsigned : null;
                Behind = await db.ValueAsync<long>(
                    "select coalesce((select number from audit_head where id = 1) - min(entries), 0) from audit_sinks"
                );
                return 0;
            },
            ct
        );

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        do
        {
            try
            {
                await ReadAsync(stoppingToken);
            }
            catch (StoreException)
            {
                // What was read last stays; /readyz and iwtune_ready say that the store is away.
            }
            catch (OperationCanceledException)
            {
                return;
            }
        } while (await timer.NextAsync(stoppingToken));
    }
}
