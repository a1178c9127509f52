using System.Diagnostics;

namespace IwTune.Lab;

/// <summary>Waits until a condition holds, for a bounded time.</summary>
public static class Until
{
    /// <summary>
    /// Only a failure waits this long. A slow, busy machine needs minutes under Wine for work that takes seconds elsewhere.
    /// </summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(8);

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(10),
        LongestPause = TimeSpan.FromMilliseconds(100),
        LongestRest = TimeSpan.FromSeconds(1);

    /// <inheritdoc cref="TrueAsync(Func{bool}, Func{string}, TimeSpan?, TimeSpan?)"/>
    public static void True(Func<bool> holds, Func<string> otherwise, TimeSpan? limit = null) =>
        TrueAsync(holds, otherwise, limit).GetAwaiter().GetResult();

    /// <summary>Repeats the check until it is true.</summary>
    /// <param name="holds">The check.</param>
    /// <param name="otherwise">The message when it never held, with what was found instead.</param>
    /// <param name="limit">Default <see cref="Limit"/>.</param>
    /// <param name="pause">The longest pause between two checks; default 100 ms.</param>
    /// <exception cref="LabException">The time limit passed.</exception>
    public static Task TrueAsync(Func<bool> holds, Func<string> otherwise, TimeSpan? limit = null, TimeSpan? pause = null) =>
        TrueAsync(() => Task.FromResult(holds()), otherwise, limit, pause);

    /// <inheritdoc cref="TrueAsync(Func{bool}, Func{string}, TimeSpan?, TimeSpan?)"/>
    public static async Task TrueAsync(Func<Task<bool>> holds, Func<string> otherwise, TimeSpan? limit = null, TimeSpan? pause = null)
    {
        var (waited, longest) = (Stopwatch.StartNew(), pause ?? LongestPause);
        for (var next = Shorter(FirstPause, longest); ; next = Shorter(next * 2, longest))
        {
            var began = waited.Elapsed;
            if (await holds())
                return;
            if (waited.Elapsed > (limit ?? Limit))
                throw new LabException($"after {waited.Elapsed.TotalSeconds:0} s: {otherwise()}");
            // A check that starts a program takes the processor from what it waits for.
            var rest = Shorter((waited.Elapsed - began) * 2, LongestRest);
            await Task.Delay(rest > next ? rest : next);
        }
    }

    private static TimeSpan Shorter(TimeSpan one, TimeSpan other) => one < other ? one : other;
}
