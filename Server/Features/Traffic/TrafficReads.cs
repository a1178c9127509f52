using System.Runtime.CompilerServices;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Traffic;

/// <summary>Reads the days of many hosts in parts: those of a whole fleet need not be in memory at once.</summary>
internal static class TrafficReads
{
    private const int Chunk = 200;

    /// <summary>The first of so many days, of which today is the last.</summary>
    public static long From(TimeProvider clock, int days) => TrafficWrites.DayOf(clock.GetUtcNow()) - days + 1;

    /// <returns>The rows of some of the hosts at a time; each host is in one part.</returns>
    public static async IAsyncEnumerable<IReadOnlyList<TrafficRow>> PartsAsync(
        Database database,
        IReadOnlyList<string> ids,
        long from,
        [EnumeratorCancellation] CancellationToken ct
    )
    {
        foreach (var chunk in ids.Chunk(Chunk))
            yield return await database.LongReadAsync(db => TrafficQueries.DaysAsync(db, chunk, from), ct);
    }
}
