namespace IwTune.Agent.Windows.Watching;

/// <summary>When to look at the host again: when Windows has written a setting, and from time to time all the same.</summary>
/// <param name="signal">Reports writes.</param>
/// <param name="noticed">Called when something was written.</param>
/// <param name="clock">Times the looks.</param>
/// <param name="random">From 0 to 1: spreads the slow looks of a fleet.</param>
public sealed class SettingsWatch(ISettingsSignal signal, Action noticed, TimeProvider clock, Func<double> random)
{
    /// <summary>Between two looks where writes are watched, on average. A look costs a query of WMI and starts no program.</summary>
    public static readonly TimeSpan Slow = TimeSpan.FromMinutes(15);

    /// <summary>Between two looks where writes cannot be watched.</summary>
    public static readonly TimeSpan Unwatched = TimeSpan.FromMinutes(2);

    /// <summary>After a write: a command writes several values, and a script several templates.</summary>
    public static readonly TimeSpan Settling = TimeSpan.FromSeconds(1);

    private Task? _next;

    /// <summary>To be called before a look, so that no write after it is missed.</summary>
    public void Arm() => _next ??= signal.TryNext(out var next) ? next : null;

    /// <summary>Waits until it is time for the next look.</summary>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public async Task WaitAsync(CancellationToken ct)
    {
        if (_next is not { } next)
        {
            await Task.Delay(Unwatched, clock, ct);
            return;
        }
        if (!next.IsCompleted && !await ComesAsync(next, ct))
            return;
        _next = null;
        await Task.Delay(Settling, clock, ct);
        noticed();
    }

    private async Task<bool> ComesAsync(Task next, CancellationToken ct)
    {
        using var over = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var slow = Task.Delay(Slow * (0.8 + 0.4 * random()), clock, over.Token);
        await Task.WhenAny(next, slow);
        await over.CancelAsync();
        ct.ThrowIfCancellationRequested();
        return next.IsCompleted;
    }
}
