namespace IwTune.EndToEnd.Lab;

/// <summary>
/// Tests that measure milliseconds mostly wait, so several run at once. On a slow machine they still disturb each other: a measurement
/// that failed is repeated while no other runs.
/// </summary>
internal static class Measuring
{
    /// <summary>More than there are threads in the part.</summary>
    private const int Places = 16;

    private static readonly SemaphoreSlim Free = new(Places);
    private static readonly SemaphoreSlim Sole = new(1);

    /// <summary>Together with others.</summary>
    public static IDisposable Shared()
    {
        // One that wants to be alone is let in first.
        Sole.Wait();
        Free.Wait();
        Sole.Release();
        return new Place(() => Free.Release());
    }

    /// <summary>Alone.</summary>
    public static IDisposable Alone()
    {
        Sole.Wait();
        for (var i = 0; i < Places; i++)
            Free.Wait();
        return new Place(() =>
        {
            Free.Release(Places);
            Sole.Release();
        });
    }

    private sealed class Place(Action leave) : IDisposable
    {
        public void Dispose() => leave();
    }
}
