using IwTune.Server.Features.Reports;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Standing;

/// <summary>
/// Counts the writers that change windows as events arrive: in the transaction that takes each line once, so each is counted once.
/// </summary>
internal static class DisturbanceWrites
{
    /// <summary>Days that counts are kept, today included.</summary>
    public const int Days = 35;

    /// <summary>
    /// Rows that a day of one host has room for; what comes after is counted without its target, then without its writer.
    /// </summary>
    private const int MostRows = 256;

    private const long Day = 24L * 60 * 60 * 1000;

    private static readonly BulkStatement Counts = BulkStatement.Insert(
        "disturbances",
        "host_id text, day bigint, kind text, writer text, target_id text, count bigint, last_at bigint",
        """
        on conflict (host_id, day, kind, writer, target_id) do update set count = disturbances.count + excluded.count,
          last_at = case when excluded.last_at > disturbances.last_at then excluded.last_at else disturbances.last_at end
        """
    );

    private sealed record Key(string Host, long Day, string Kind, string Writer, string Target);

    public static async Task StoreAsync(DbSession write, TimeProvider clock, IReadOnlyList<HostLines> hosts)
    {
        var told = Told(hosts, clock);
        if (told.Count == 0)
            return;
        var known = await KnownAsync(
            write,
            [.. told.Keys.Select(key => key.Host).Distinct(StringComparer.Ordinal)],
            told.Keys.Min(key => key.Day)
        );
        // Of every host, so that those that fell silent are forgotten too; once for each host and day.
        if (told.Keys.Any(key => !known.ContainsKey((key.Host, key.Day))))
            await write.ExecuteAsync("delete from disturbances where day < @oldest", new { oldest = Oldest(clock) });
        var counts = new Dictionary<Key, (long Count, long Last)>();
        foreach (var (key, (count, last)) in told)
        {
            if (!known.TryGetValue((key.Host, key.Day), out var rows))
                known[(key.Host, key.Day)] = rows = [];
            var kept = key;
            if (rows.Count >= MostRows && !rows.Contains(key))
                kept = rows.Contains(key with { Target = "" }) ? key with { Target = "" } : key with { Writer = "", Target = "" };
            rows.Add(kept);
            var (before, latest) = counts.GetValueOrDefault(kept);
            counts[kept] = (before + count, Math.Max(latest, last));
        }
        await write.ManyAsync(
            Counts,
            [
                .. counts.Select(pair =>
                    (object?[])
                        [pair.Key.Host, pair.Key.Day, pair.Key.Kind, pair.Key.Writer, pair.Key.Target, pair.Value.Count, pair.Value.Last]
                ),
            ]
        );
    }

    private static Dictionary<Key, (long Count, long Last)> Told(IReadOnlyList<HostLines> hosts, TimeProvider clock)
    {
        var counts = new Dictionary<Key, (long Count, long Last)>();
        foreach (var host in hosts)
        {
            foreach (var line in host.Lines)
            {
                if (line.Event is not { Kind: HostEventKind.Drifted or HostEventKind.Repaired or HostEventKind.OwnerFights } happened)
                    continue;
                var at = At(line.At, clock);
                if (DayOf(at) < Oldest(clock))
                    continue;
                var key = new Key(host.Host.Id, DayOf(at), happened.Kind.ToString(), Text(happened.Writer), Text(happened.Target));
                var (count, last) = counts.GetValueOrDefault(key);
                counts[key] = (count + 1, Math.Max(last, at.ToUnixTimeMilliseconds()));
            }
        }
        return counts;
    }

    private static async Task<Dictionary<(string Host, long Day), HashSet<Key>>> KnownAsync(
        DbSession write,
        IReadOnlyList<string> hosts,
        long from
    ) =>
        (
            await write.ListAsync<DisturbanceRow>(
                "select host_id, day, kind, writer, target_id from disturbances where host_id in @hosts and day >= @from",
                new { hosts, from }
            )
        )
            .GroupBy(row => (row.HostId, row.Day))
            .ToDictionary(
                day => day.Key,
                day => day.Select(row => new Key(row.HostId, row.Day, row.Kind, row.Writer, row.TargetId)).ToHashSet()
            );

    /// <summary>The day a moment is in.</summary>
    public static long DayOf(DateTimeOffset at) => at.ToUnixTimeMilliseconds() / Day;

    /// <summary>A day as a date.</summary>
    public static DateOnly Date(long day) => DateOnly.FromDateTime(DateTime.UnixEpoch).AddDays((int)day);

    /// <summary>The first of the latest <paramref name="days"/> days.</summary>
    public static long From(TimeProvider clock, int days) => DayOf(clock.GetUtcNow()) - days + 1;

    private static long Oldest(TimeProvider clock) => From(clock, Days);

    /// <summary>An event of a host whose clock is ahead counts as of now: pages do not show a day in the future.</summary>
    private static DateTimeOffset At(DateTimeOffset at, TimeProvider clock) => at < clock.GetUtcNow() ? at : clock.GetUtcNow();

    // PostgreSQL accepts no NUL in text.
    private static string Text(string? text) => (text ?? "").Replace('\0', '\uFFFD');
}
