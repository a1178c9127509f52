namespace IwTune.Agent.Control;

/// <summary>Repeats a call that the server asks to send later.</summary>
/// <param name="clock">Waits.</param>
/// <param name="patience">How long one call takes in all, pauses included. A server that asks for more is reported at once.</param>
/// <param name="say">Gets a sentence before each pause.</param>
internal sealed class BusyServer(TimeProvider clock, TimeSpan patience, Func<string, Task> say)
{
    private static readonly TimeSpan Least = TimeSpan.FromSeconds(1);

    /// <param name="isSafe">Whether a call that was refused with this status can be sent again.</param>
    /// <param name="call">Sends it.</param>
    /// <param name="ct">Stops it.</param>
    public async Task<ServerAnswer> CallAsync(Func<int, bool> isSafe, Func<Task<ServerAnswer>> call, CancellationToken ct)
    {
        var start = clock.GetTimestamp();
        while (true)
        {
            var answer = await call();
            if (!isSafe(answer.Status) || answer.RetryAfter is not { } asked)
                return answer;
            var after = asked < Least ? Least : asked;
            if (clock.GetElapsedTime(start) + after > patience)
                return answer;
            await say($"The server is busy and asks to come back in {Math.Ceiling(after.TotalSeconds):0} s; waiting.");
            await Task.Delay(after, clock, ct);
        }
    }
}
