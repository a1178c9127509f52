using IwTune.Agent.Windows.Watching;
using IwTune.Lab;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Tests.Windows.Watching;

/// <summary>An agent waits for Windows' writes for months: each wait must give back what it took.</summary>
public sealed class SignalWaitTests
{
    [Fact]
    public async Task A_signal_ends_the_wait_and_closes_its_event()
    {
        var signal = new ManualResetEvent(false);
        var handle = signal.SafeWaitHandle;
        using var wait = new SignalWait(signal);
        Assert.False(wait.Signalled.IsCompleted);

        signal.Set();
        await wait.Signalled.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);

        await ClosedAsync(handle);
    }

    [Fact]
    public async Task A_wait_that_is_given_up_closes_its_event_and_does_not_end()
    {
        var signal = new ManualResetEvent(false);
        var handle = signal.SafeWaitHandle;
        var wait = new SignalWait(signal);

        wait.Dispose();

        await ClosedAsync(handle);
        Assert.False(wait.Signalled.IsCompleted);
    }

    /// <summary>The pool's own thread lets go of it a moment later.</summary>
    private static Task ClosedAsync(SafeWaitHandle handle) => Until.TrueAsync(() => handle.IsClosed, () => "the event is not closed");
}
