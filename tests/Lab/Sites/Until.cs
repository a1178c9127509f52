using System.Diagnostics;

namespace IwTune.Lab;

/// <summary>Waits for something to become true, for a bounded time.</summary>
public static class Until
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(45);

    /// <inheritdoc cref="TrueAsync(Func{bool}, Func{string}, TimeSpan?)"/>
    public static void True(Func<bool> holds, Func<string> otherwise, TimeSpan? limit = null) =>
        TrueAsync(holds, otherwise, limit).GetAwaiter().GetResult();

    /// <summary>Asks until the answer is yes.</summary>
    /// <param name="holds">The question.</param>
    /// <param name="otherwise">What to say when it never was, with what was found instead.</param>
    /// <param name="limit">Default 45 s.</param>
    /// <exception cref="LabException">The time is over.</exception>
    public static Task TrueAsync(Func<bool> holds, Func<string> otherwise, TimeSpan? limit = null) =>
        TrueAsync(() => Task.FromResult(holds()), otherwise, limit);

    /// <inheritdoc cref="TrueAsync(Func{bool}, Func{string}, TimeSpan?)"/>
    public static async Task TrueAsync(Func<Task<bool>> holds, Func<string> otherwise, TimeSpan? limit = null)
    {
        var waited = Stopwatch.StartNew();
        for (var pause = 10; !await holds(); pause = Math.Min(pause * 2, 100))
        {
            if (waited.Elapsed > (limit ?? Limit)) throw new LabException($"after {waited.Elapsed.TotalSeconds:0} s: {otherwise()}");
            await Task.Delay(pause);
        }
    }
}
