using System.Diagnostics;

namespace IwTune.Lab;

/// <summary>Waits for something to become true, for a bounded time.</summary>
public static class Until
{
    /// <summary>
    /// Only what fails waits so long; a slow machine that is busy with other work needs most of a minute for what takes seconds elsewhere.
    /// </summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(10),
        LongestPause = TimeSpan.FromMilliseconds(100);

    /// <inheritdoc cref="TrueAsync(Func{bool}, Func{string}, TimeSpan?, TimeSpan?)"/>
    public static void True(Func<bool> holds, Func<string> otherwise, TimeSpan? limit = null) =>
        TrueAsync(holds, otherwise, limit).GetAwaiter().GetResult();

    /// <summary>Asks until the answer is yes.</summary>
    /// <param name="holds">The question.</param>
    /// <param name="otherwise">What to say when it never was, with what was found instead.</param>
    /// <param name="limit">Default two minutes.</param>
    /// <param name="pause">Between two questions at most; default 100 ms.</param>
    /// <exception cref="LabException">The time is over.</exception>
    public static Task TrueAsync(Func<bool> holds, Func<string> otherwise, TimeSpan? limit = null, TimeSpan? pause = null) =>
        TrueAsync(() => Task.FromResult(holds()), otherwise, limit, pause);

    /// <inheritdoc cref="TrueAsync(Func{bool}, Func{string}, TimeSpan?, TimeSpan?)"/>
    public static async Task TrueAsync(Func<Task<bool>> holds, Func<string> otherwise, TimeSpan? limit = null, TimeSpan? pause = null)
    {
        var (waited, longest) = (Stopwatch.StartNew(), pause ?? LongestPause);
        for (var next = Shorter(FirstPause, longest); !await holds(); next = Shorter(next * 2, longest))
        {
            if (waited.Elapsed > (limit ?? Limit))
                throw new LabException($"after {waited.Elapsed.TotalSeconds:0} s: {otherwise()}");
            await Task.Delay(next);
        }
    }

    private static TimeSpan Shorter(TimeSpan one, TimeSpan other) => one < other ? one : other;
}
