using IwTune.Agent.Control;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>Repeats a call of <c>iwtune fleet</c> that the server asks to send later, where that is safe.</summary>
internal sealed class BusyServer(TimeProvider time, TextWriter error)
{
    /// <summary>How long one call waits in all. A server that asks for more is reported at once.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private static readonly TimeSpan Least = TimeSpan.FromSeconds(1);

    public async Task<ServerAnswer> CallAsync(HttpMethod method, Func<Task<ServerAnswer>> call, CancellationToken ct)
    {
        for (var left = Patience; ; )
        {
            var answer = await call();
            if (!IsSafe(method, answer.Status) || answer.RetryAfter is not { } asked)
                return answer;
            var after = asked < Least ? Least : asked;
            if (after > left)
                return answer;
            await error.WriteLineAsync($"The server is busy and asks to come back in {Math.Ceiling(after.TotalSeconds):0} s; waiting.");
            await Task.Delay(after, time, ct);
            left -= after;
        }
    }

    // A limit refuses a call before it begins (429). With 503 the server may have begun to change something.
    private static bool IsSafe(HttpMethod method, int status) => status == 429 || (status == 503 && method == HttpMethod.Get);
}
