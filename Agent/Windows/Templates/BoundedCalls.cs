namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// Blocking calls into a part of Windows that may hang (a broken Winmgmt never answers), one at a time and each within a limit. A call that
/// does not end even when it is stopped is left on its thread. No other call is made until it has ended, so there is never more than one.
/// </summary>
/// <param name="limit">How long a call may take.</param>
/// <param name="clock">Times it.</param>
internal sealed class BoundedCalls(TimeSpan limit, TimeProvider clock) : IDisposable
{
    // A stopped call ends at once, or not at all.
    private static readonly TimeSpan Parting = TimeSpan.FromSeconds(5);

    private readonly SemaphoreSlim _gate = new(1, 1);
    private Task _last = Task.CompletedTask;

    /// <summary>Makes a call.</summary>
    /// <param name="call">Blocks.</param>
    /// <param name="stop">Asks it to end; may block too.</param>
    /// <param name="ct">The caller gave up.</param>
    /// <returns>False when it did not end in time, or an earlier one has not ended yet.</returns>
    /// <exception cref="OperationCanceledException">The caller gave up; the call was stopped.</exception>
    public async ValueTask<(bool Ended, T? Result)> RunAsync<T>(Func<T> call, Action stop, CancellationToken ct)
        where T : class
    {
        await _gate.WaitAsync(ct);
        try
        {
            if (!_last.IsCompleted)
                return (false, null);
            var made = Task.Factory.StartNew(call, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            _last = made;
            await ((Task)made.WaitAsync(limit, clock, ct)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (made.IsCompleted)
                return (true, await made);
            await PartAsync(made, stop);
            ct.ThrowIfCancellationRequested();
            return (false, null);
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    private async Task PartAsync(Task made, Action stop)
    {
        var stopping = Task.Factory.StartNew(stop, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        _last = Task.WhenAll(made, stopping);
        // Its result is not needed any more.
        await _last.WaitAsync(Parting, clock, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
