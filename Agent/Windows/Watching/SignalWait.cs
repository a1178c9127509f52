namespace IwTune.Agent.Windows.Watching;

/// <summary>Waits for an event of the system without a thread, and gives the wait and the event back as soon as it was signalled.</summary>
internal sealed class SignalWait : IDisposable
{
    private readonly TaskCompletionSource _signalled = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ManualResetEvent _event;
    private readonly RegisteredWaitHandle _wait;

    /// <param name="signal">Belongs to this object from now on.</param>
    public SignalWait(ManualResetEvent signal)
    {
        _event = signal;
        _wait = ThreadPool.RegisterWaitForSingleObject(
            signal,
            (_, _) => _signalled.TrySetResult(),
            null,
            Timeout.Infinite,
            executeOnlyOnce: true
        );
        Signalled = EndAsync();
    }

    /// <summary>Ends when the event was signalled; never when this object is disposed of before.</summary>
    public Task Signalled { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _wait.Unregister(null);
        _event.Dispose();
    }

    private async Task EndAsync()
    {
        await _signalled.Task;
        Dispose();
    }
}
