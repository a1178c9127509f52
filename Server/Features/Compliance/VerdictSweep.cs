using System.Globalization;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Servers;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Features.Compliance;

/// <summary>Judges every due host again: at once after a publication, and every second for silence and new check-ins.</summary>
/// <remarks>A store that cannot be written, such as on a full disk, ends nothing: due hosts stay due.</remarks>
internal sealed partial class VerdictSweep(
    HostDirectory hosts,
    HeldCheckIns room,
    Judge judge,
    Requirements requirements,
    JudgedPeriods periods,
    Leadership leadership,
    ChangeFeed feed,
    Database database,
    TimeProvider clock,
    ILogger<VerdictSweep> log
) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1),
        Pause = TimeSpan.FromMilliseconds(50),
        // A publication to 100,000 hosts takes two processors about 20 s.
        Patience = TimeSpan.FromSeconds(30);
    private readonly SemaphoreSlim _round = new(1, 1);
    private long? _term;

    /// <summary>Whether the last round could not be stored.</summary>
    public bool IsFailing { get; private set; }

    /// <summary>One round. Rounds follow each other, whichever caller starts them: they share a period of judging.</summary>
    /// <returns>Hosts judged.</returns>
    public async Task<int> RunAsync(CancellationToken ct)
    {
        await _round.WaitAsync(ct);
        try
        {
            return await JudgeAsync(ct);
        }
        finally
        {
            _round.Release();
        }
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        try
        {
            await leadership.RoundAsync(_ => periods.EndAsync(), cancellationToken);
        }
        catch (StoreException unusable)
        {
            NotJudged(unusable);
        }
    }

    public override void Dispose()
    {
        base.Dispose();
        _round.Dispose();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            var (changed, wanted) = (requirements.Changed, periods.Wanted());
            await leadership.RoundAsync(TryRunAsync, stoppingToken);
            await Task.WhenAny(changed, wanted, Task.Delay(Period, clock, stoppingToken));
        }
    }

    private async Task<int> JudgeAsync(CancellationToken ct)
    {
        var (count, at, patience) = (0, clock.Now(), Patience);
        Remember(leadership.Term);
        foreach (var chunk in hosts.All.Where(judge.IsDue).Chunk(Judge.Together))
        {
            // Hosts get their bundle before any host is judged by it: most would be judged a second time when they have it.
            for (; (room.InRound || room.Called > 0) && patience > TimeSpan.Zero; patience -= Pause)
                await Task.Delay(Pause, clock, ct);
            // Chunks keep the writer free for reports in between.
            count += await database.WriteAsync(
                async write =>
                {
                    await judge.RunAsync(write, chunk, _ => false);
                    return chunk.Length;
                },
                ct
            );
        }
        await periods.RoundAsync(at);
        await TellAsync(ct);
        return count;
    }

    /// <summary>Other servers answer what is complete up to when, too.</summary>
    private Task TellAsync(CancellationToken ct)
    {
        var word = new ChangeMessages();
        word.Add(Topic.Judged, periods.JudgedUntil.ToString(CultureInfo.InvariantCulture));
        return feed.PostAsync(word, ct);
    }

    /// <summary>In a new term every host is judged once: the basis of another server's judgements is not known here.</summary>
    private void Remember(long? term)
    {
        if (_term == term)
            return;
        if (_term is not null)
            periods.Forget();
        _term = term;
        foreach (var host in hosts.All)
            host.Judged = null;
    }

    private async Task TryRunAsync(CancellationToken ct)
    {
        try
        {
            await RunAsync(ct);
            IsFailing = false;
        }
        catch (StoreException unusable)
        {
            // Once, not every second until there is room again.
            if (!IsFailing)
                NotJudged(unusable);
            IsFailing = true;
        }
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Cannot write verdicts to the store; retrying")]
    private partial void NotJudged(Exception why);
}
