using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Running;

/// <summary>Two calls at once, of which the second looked before the first had written.</summary>
internal static class Overtaking
{
    /// <summary>
    /// Neither can write until both have begun. On SQLite reading does not wait, so the second has read when it returns here; on PostgreSQL
    /// it may read later, and then nothing overtakes it.
    /// </summary>
    /// <returns>The result of the second.</returns>
    public static async Task<T> RunAsync<T>(Database database, Func<Task> first, Func<Task<T>> second)
    {
        Task earlier;
        Task<T> later;
        using (await database.StillAsync())
        {
            earlier = first();
            later = second();
        }
        await earlier;
        return await later;
    }
}
