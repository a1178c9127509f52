using System.Globalization;
using System.Text.RegularExpressions;

namespace IwTune.Server.Storage.Partitions;

/// <summary>One partition of a table that PostgreSQL divides by time.</summary>
/// <param name="Name">Its name as a table, as SQL takes it.</param>
/// <param name="From">The first instant of its rows, unix milliseconds; <see cref="long.MinValue"/> without one.</param>
/// <param name="Until">The first instant after them; <see cref="long.MaxValue"/> without one.</param>
internal sealed partial record TimePartition(string Name, long From, long Until)
{
    /// <summary>Takes the rows that belong to no other partition.</summary>
    public bool IsRest => From == long.MinValue && Until == long.MaxValue;

    /// <summary>Holds at most one week, so that it is kept as a whole until all of it is old.</summary>
    public bool IsWeek => From > long.MinValue && Until - From <= PartitionPlan.Week;

    /// <param name="name">Its name as a table.</param>
    /// <param name="bound">As <c>pg_get_expr</c> writes it.</param>
    public static TimePartition Read(string name, string bound)
    {
        var range = Range().Match(bound);
        return range.Success
            ? new(name, Instant(range.Groups["from"].Value, long.MinValue), Instant(range.Groups["until"].Value, long.MaxValue))
            : new(name, long.MinValue, long.MaxValue);
    }

    private static long Instant(string text, long otherwise) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var instant) ? instant : otherwise;

    [GeneratedRegex(
        @"FROM \('?(?<from>-?\d+|MINVALUE)'?\) TO \('?(?<until>-?\d+|MAXVALUE)'?\)",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex Range();
}
