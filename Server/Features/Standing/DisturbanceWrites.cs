using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Standing;

/// <summary>Counts who changes windows as events arrive: in the transaction that takes each line once, so each is counted once.</summary>
internal static class DisturbanceWrites
{
    /// <summary>Days that counts are kept, today included.</summary>
    public const int Days = 35;

    /// <summary>Rows that a day of one host has room for; what comes after is counted without its target, then without its writer.</summary>
    private const int MostRows = 256;

    private const long Day = 24L * 60 * 60 * 1000;

    private sealed record Key(long Day, HostEventKind Kind, string Writer, string Target);

    private sealed class KeyRow
    {
        public string Kind { get; init; } = "";
        public string Writer { get; init; } = "";
        public string TargetId { get; init; } = "";
    }

    public static async Task StoreAsync(DbSession write, TimeProvider clock, string hostId, IReadOnlyList<ReportLine> lines)
    {
        var counts = new Dictionary<Key, (long Count, long Last)>();
        foreach (var line in lines)
        {
            if (line.Event is not { Kind: HostEventKind.Drifted or HostEventKind.Repaired or HostEventKind.OwnerFights } happened)
                continue;
            var at = At(line.At, clock);
            var key = new Key(DayOf(at), happened.Kind, Text(happened.Writer), Text(happened.Target));
            var (count, last) = counts.GetValueOrDefault(key);
            counts[key] = (count + 1, Math.Max(last, at.ToUnixTimeMilliseconds()));
        }
        foreach (var day in counts.GroupBy(pair => pair.Key.Day).Where(day => day.Key >= Oldest(clock)))
            await DayAsync(write, clock, hostId, day.Key, [.. day]);
    }

    /// <summary>The day a moment is in.</summary>
    public static long DayOf(DateTimeOffset at) => at.ToUnixTimeMilliseconds() / Day;

    /// <summary>A day as a date.</summary>
    public static DateOnly Date(long day) => DateOnly.FromDateTime(DateTime.UnixEpoch).AddDays((int)day);

    /// <summary>The first of the latest <paramref name="days"/> days.</summary>
    public static long From(TimeProvider clock, int days) => DayOf(clock.GetUtcNow()) - days + 1;

    private static long Oldest(TimeProvider clock) => From(clock, Days);

    private static async Task DayAsync(DbSession write, TimeProvider clock, string hostId, long day, IReadOnlyList<KeyValuePair<Key, (long Count, long Last)>> told)
    {
        var known = (await write.ListAsync<KeyRow>("select kind, writer, target_id from disturbances where host_id = @hostId and day = @day", new { hostId, day }))
            .Select(row => (row.Kind, row.Writer, row.TargetId)).ToHashSet();
        // Of every host, so that those that fell silent are forgotten too; once for each host and day.
        if (known.Count == 0)
            await write.ExecuteAsync("delete from disturbances where day < @oldest", new { oldest = Oldest(clock) });
        foreach (var (key, (count, last)) in told)
        {
            var kind = key.Kind.ToString();
            var (writer, target) = (key.Writer, key.Target);
            if (known.Count >= MostRows && !known.Contains((kind, writer, target)))
                (writer, target) = known.Contains((kind, writer, "")) ? (writer, "") : ("", "");
            known.Add((kind, writer, target));
            await write.ExecuteAsync(
                """
                insert into disturbances (host_id, day, kind, writer, target_id, count, last_at) values (@hostId, @day, @kind, @writer, @target, @count, @last)
                on conflict (host_id, day, kind, writer, target_id) do update set count = disturbances.count + excluded.count,
                  last_at = case when excluded.last_at > disturbances.last_at then excluded.last_at else disturbances.last_at end
                """,
                new { hostId, day, kind, writer, target, count, last });
        }
    }

    /// <summary>A host whose clock is ahead tells of now: a day that is not yet would be shown as none.</summary>
    private static DateTimeOffset At(DateTimeOffset at, TimeProvider clock) => at < clock.GetUtcNow() ? at : clock.GetUtcNow();

    // PostgreSQL takes no NUL in text.
    private static string Text(string? text) => (text ?? "").Replace('\0', '\uFFFD');
}
