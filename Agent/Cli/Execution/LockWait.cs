using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Cli.Execution;

/// <summary>
/// Waits for the process that uses a state directory: a daemon that is stopping needs a moment, and an uninstall does not wait for it.
/// </summary>
/// <param name="context">The verb's surroundings.</param>
/// <param name="asked">
/// From <c>--wait</c>: how long to wait for any process. Without it the command waits only for a stopping daemon.
/// </param>
internal sealed class LockWait(CliContext context, TimeSpan? asked)
{
    /// <summary>The wait for a stopping daemon without <c>--wait</c>.</summary>
    public static readonly TimeSpan Usual = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    /// <summary>Takes the lock as soon as it is free.</summary>
    /// <exception cref="StateUnusableException">
    /// Another process still holds it when the time is over; or the directory may not be written.
    /// </exception>
    public async Task<StateLock> TakeAsync(StateDirectory state, string verb, CancellationToken ct)
    {
        await OutlastAsync(state, ct);
        return StateLock.Take(state, verb);
    }

    /// <summary>Waits until no process holds the lock.</summary>
    /// <returns>The holder when the time is over; <see langword="null"/> once the lock is free.</returns>
    public async Task<LockHolder?> OutlastAsync(StateDirectory state, CancellationToken ct)
    {
        var start = context.Time.GetTimestamp();
        for (var said = false; StateLock.Holder(state) is { } holder; said = true)
        {
            var limit = asked ?? (holder.Stopping ? Usual : TimeSpan.Zero);
            if (context.Time.GetElapsedTime(start) >= limit)
                return holder;
            if (!said)
                await context.Terminal.Error.WriteLineAsync($"Waiting up to {limit.TotalSeconds:0} s for the end of {holder}.");
            await Task.Delay(Pause, context.Time, ct);
        }
        return null;
    }
}
