using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Audit.Sinks;
using IwTune.Server.Features.Servers;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Audit;

/// <summary>Signs the log as it grows and brings its copies up to date, also before the server stops.</summary>
/// <remarks>A store that cannot be written, or a copy that cannot, ends nothing: the next round tries again.</remarks>
internal sealed partial class AuditKeeping(
    Checkpointing checkpointing,
    IReadOnlyList<SinkDelivery> sinks,
    Leadership leadership,
    TimeProvider clock,
    ILogger<AuditKeeping> log
) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);
    private readonly Dictionary<string, string> _told = new(StringComparer.Ordinal);

    /// <summary>One round.</summary>
    public async Task RunAsync(bool force, CancellationToken ct)
    {
        await TryAsync("log", () => checkpointing.RunAsync(force));
        foreach (var sink in sinks)
            await TryAsync(sink.Name, () => sink.RunAsync(ct));
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await leadership.RoundAsync(ct => RunAsync(force: true, ct), cancellationToken);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        while (await timer.NextAsync(stoppingToken))
            await leadership.RoundAsync(ct => RunAsync(force: false, ct), stoppingToken);
    }

    private async Task TryAsync(string what, Func<Task<string?>> act)
    {
        string? problem;
        try
        {
            problem = await act();
        }
        catch (StoreException unusable)
        {
            problem = unusable.Message;
        }
        catch (OperationCanceledException)
        {
            return;
        }
        // Once for each problem, not every second until it is solved.
        if (problem is not null && _told.GetValueOrDefault(what) != problem)
            NotKept(what, problem);
        if (problem is null)
            _told.Remove(what);
        else
            _told[what] = problem;
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Audit {What}: {Problem}")]
    private partial void NotKept(string what, string problem);
}
