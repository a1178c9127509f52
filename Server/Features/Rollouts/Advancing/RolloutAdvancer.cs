using IwTune.Server.Features.Servers;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>
/// Advances every rollout, every second and after each command. Its state is in the store; after a restart it continues from there.
/// </summary>
/// <remarks>
/// A store that cannot be written, such as on a full disk, ends nothing: rollouts stay where they are and the next round tries again.
/// </remarks>
internal sealed partial class RolloutAdvancer(Fleet fleet, Leadership leadership, ILogger<RolloutAdvancer> log) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    /// <summary>So many steps of one rollout in a round: as many rings as may have no host of their own, and some.</summary>
    private const int MostSteps = 64;

    private readonly Dictionary<string, Watch> _watches = new(StringComparer.Ordinal);
    private readonly HashSet<string> _still = new(StringComparer.Ordinal);
    private volatile TaskCompletionSource _woken = NewSignal();
    private bool _unpublished = true;
    private bool _failing;
    private long? _term;
    private volatile RolloutFigures _figures = RolloutFigures.None;

    /// <summary>Where the rollouts stand; of the server that leads.</summary>
    public RolloutFigures Figures => leadership.IsLeader ? _figures : RolloutFigures.None;

    /// <summary>After each round, when <see cref="Figures"/> are new.</summary>
    public event Action? Looked;

    /// <summary>Rounds that were finished.</summary>
    public long Looks { get; private set; }

    /// <summary>When the last of them was, unix milliseconds.</summary>
    public long LookedAt { get; private set; } = fleet.Clock.Now();

    /// <summary>Looks at once instead of within a second.</summary>
    public void Wake() => Interlocked.Exchange(ref _woken, NewSignal()).TrySetResult();

    public async Task RunAsync(CancellationToken ct)
    {
        Remember(leadership.Term);
        await PublishAsync();
        var rows = await fleet.Database.ReadAsync(RolloutQueries.ActiveAsync, ct);
        foreach (var gone in _watches.Keys.Except(rows.Select(row => row.Id)).ToList())
            _watches.Remove(gone);
        foreach (var row in rows)
            if (row.Ring > 0 || row.At == RolloutState.AwaitingWindow)
                await TryTakeOnAsync(row, ct);
        _figures = RolloutFigures.Of(rows, _watches);
        Looks++;
        LookedAt = fleet.Clock.Now();
        Looked?.Invoke();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            var woken = _woken.Task;
            await leadership.RoundAsync(TryRunAsync, stoppingToken);
            await Task.WhenAny(woken, Task.Delay(Period, fleet.Clock, stoppingToken));
        }
    }

    /// <summary>What was seen in an earlier term is old: another server has taken the rollouts on since.</summary>
    private void Remember(long? term)
    {
        if (_term == term)
            return;
        (_term, _unpublished) = (term, true);
        _watches.Clear();
    }

    /// <summary>A failure of one rollout does not stop the others.</summary>
    private async Task TryTakeOnAsync(RolloutRow row, CancellationToken ct)
    {
        try
        {
            await TakeOnAsync(row, ct);
            _still.Remove(row.Id);
            if (row.Sentence == RolloutSentences.StandsStill)
                await fleet.Database.WriteAsync(write => RolloutWrites.GoOnAsync(write, fleet.Clock, row.Id), ct);
        }
        catch (Exception unforeseen) when (unforeseen is not (StoreException or FencedException or OperationCanceledException))
        {
            // Once, not every second until it is solved.
            if (_still.Add(row.Id))
                StandsStill(row.Id, unforeseen);
            await fleet.Database.WriteAsync(write => RolloutWrites.StandStillAsync(write, row.Id), ct);
        }
    }

    private async Task TakeOnAsync(RolloutRow first, CancellationToken ct)
    {
        var row = first;
        for (var step = 0; step < MostSteps && !ct.IsCancellationRequested; step++)
        {
            var watch = await WatchAsync(row);
            var advance = new Advance(fleet, row, watch);
            var moved = false;
            try
            {
                moved = await advance.RunAsync();
            }
            catch
            {
                // What was noted in memory was not stored; the next look begins with what is.
                _watches.Remove(row.Id);
                throw;
            }
            _unpublished |= advance.Publishes;
            await PublishAsync();
            if (!moved || await fleet.Database.ReadAsync(db => RolloutQueries.FindAsync(db, first.Id), ct) is not { IsOver: false } next)
                return;
            row = next;
        }
    }

    private async Task<Watch> WatchAsync(RolloutRow row)
    {
        if (_watches.TryGetValue(row.Id, out var known) && known.Version == row.Version)
            return known;
        var tracks = await fleet.Database.ReadAsync(db => TrackQueries.AllAsync(db, row.Id));
        return _watches[row.Id] = new(row, tracks, known, fleet.Options.PollLimit);
    }

    /// <summary>Wakes the hosts that must have something else; again when that could not be read before.</summary>
    private async Task PublishAsync()
    {
        if (!_unpublished)
            return;
        await fleet.Requirements.ReloadAsync();
        _unpublished = false;
    }

    private async Task TryRunAsync(CancellationToken ct)
    {
        try
        {
            await RunAsync(ct);
            _failing = false;
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            // The server stops; the next one continues from the store.
        }
        catch (StoreException unusable)
        {
            // Once, not every second until there is room again.
            if (!_failing)
                NotAdvanced(unusable);
            _failing = true;
        }
    }

    private static TaskCompletionSource NewSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    [LoggerMessage(Level = LogLevel.Error, Message = "Cannot advance rollouts in the store; they wait until it can be written")]
    private partial void NotAdvanced(Exception why);

    [LoggerMessage(Level = LogLevel.Error, Message = "Rollout {Rollout} cannot advance; retrying in each round")]
    private partial void StandsStill(string rollout, Exception why);
}
