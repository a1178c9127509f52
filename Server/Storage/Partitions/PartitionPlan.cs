using System.Globalization;

namespace IwTune.Server.Storage.Partitions;

/// <summary>Which partitions a table needs now and for the next two weeks.</summary>
internal static class PartitionPlan
{
    public const long Week = 7L * 24 * 60 * 60 * 1000;

    /// <summary>
    /// A read of a host's evidence locks all partitions and their indexes: 60 for each of 50 connections fit into the lock table that
    /// PostgreSQL has by default (max_locks_per_transaction x max_connections).
    /// </summary>
    private const int MostDaysOfWeeks = 400;

    // 1970-01-05.
    private const long FirstMonday = 4L * 24 * 60 * 60 * 1000;

    /// <param name="days">The period after which rows are deleted; <see langword="null"/> when they are kept forever.</param>
    public static PartitionSpan SpanOf(int? days) => days <= MostDaysOfWeeks ? PartitionSpan.Week : PartitionSpan.Quarter;

    /// <summary>The partitions that are not there, in their order. No two overlap, whatever spans there were before.</summary>
    /// <param name="table">The table; its name is the beginning of theirs.</param>
    /// <param name="existing">Those that are there.</param>
    /// <param name="now">The current time, unix milliseconds.</param>
    /// <param name="span">The time that a new one holds.</param>
    public static IEnumerable<TimePartition> Missing(string table, IReadOnlyList<TimePartition> existing, long now, PartitionSpan span)
    {
        var ranges = existing.Where(one => !one.IsRest).ToList();
        var end = StartOf(now, PartitionSpan.Week) + (3 * Week);
        for (var at = StartOf(now, span); at < end; )
        {
            if (ranges.Find(one => one.From <= at && at < one.Until) is { } covers)
            {
                at = covers.Until;
                continue;
            }
            var until = ranges.Where(one => one.From > at).Select(one => one.From).Append(EndOf(at, span)).Min();
            yield return new(NameOf(table, at), at, until);
            at = until;
        }
    }

    private static string NameOf(string table, long from) =>
        $"{table}_{DateTimeOffset.FromUnixTimeMilliseconds(from).ToString("yyyyMMdd", CultureInfo.InvariantCulture)}";

    private static long StartOf(long at, PartitionSpan span)
    {
        if (span == PartitionSpan.Week)
            return at - ((at - FirstMonday) % Week);
        var day = DateTimeOffset.FromUnixTimeMilliseconds(at);
        return new DateTimeOffset(day.Year, ((day.Month - 1) / 3 * 3) + 1, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds();
    }

    private static long EndOf(long at, PartitionSpan span) =>
        span == PartitionSpan.Week
            ? StartOf(at, span) + Week
            : DateTimeOffset.FromUnixTimeMilliseconds(StartOf(at, span)).AddMonths(3).ToUnixTimeMilliseconds();
}
