namespace IwTune.Server.Hosting;

internal static class Ticking
{
    /// <summary>Waits for the next tick.</summary>
    /// <returns>False, and no exception, when the server stops: the loop of the caller has something left to do then.</returns>
    public static async Task<bool> NextAsync(this PeriodicTimer timer, CancellationToken stopping)
    {
        try
        {
            return await timer.WaitForNextTickAsync(stopping);
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
