using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>
/// A flood as one message: ten thousand verdicts that change are counted, with examples; entries of the audit log are packed together, none
/// left out.
/// </summary>
internal static class Digest
{
    public const string Type = "digest";

    /// <summary>Examples of what is counted.</summary>
    private const int Examples = 50;

    /// <summary>Entries in one message, and characters: a receiver has limits too.</summary>
    private const int MostPacked = 100,
        MostCharacters = 150_000;

    public static bool IsCounted(string kind) => kind is WebhookKinds.Verdict or WebhookKinds.Drift or WebhookKinds.Host;

    public static bool IsPacked(string kind) => kind is WebhookKinds.Audit or WebhookKinds.Security;

    /// <summary>Combines waiting messages into one digest, in order: all of one form, none that was tried.</summary>
    /// <returns>The digest, and what it replaces; <see langword="null"/> when there are too few.</returns>
    public static (DeliveryRow Digest, IReadOnlyList<DeliveryRow> Of)? Make(
        IReadOnlyList<DeliveryRow> waiting,
        DeliveryRules rules,
        TimeProvider clock
    )
    {
        var fresh = waiting.Where(row => row.Tries == 0).ToList();
        return Make([.. fresh.Where(row => IsCounted(row.Kind))], counted: true, rules, clock)
            ?? Make([.. fresh.Where(row => IsPacked(row.Kind) && !row.IsDigest)], counted: false, rules, clock);
    }

    private static (DeliveryRow, IReadOnlyList<DeliveryRow>)? Make(
        IReadOnlyList<DeliveryRow> rows,
        bool counted,
        DeliveryRules rules,
        TimeProvider clock
    )
    {
        // A waiting digest takes in later events, however few.
        if (rows.Count <= rules.DigestAbove && !(counted && rows.Count > 1 && rows.Any(row => row.IsDigest)))
            return null;
        var (counts, events, taken) = (
            new SortedDictionary<string, long>(StringComparer.Ordinal),
            new List<WebhookEvent>(),
            new List<DeliveryRow>()
        );
        var (from, to, characters) = (DateTimeOffset.MaxValue, DateTimeOffset.MinValue, 0);
        foreach (var row in rows)
        {
            if (!counted && (taken.Count >= MostPacked || characters + row.Event.Length > MostCharacters))
                break;
            characters += row.Event.Length;
            taken.Add(row);
            var happened = row.Happened();
            var former = happened.Data.Digest;
            foreach (var (key, count) in former?.Counts ?? new Dictionary<string, long>(StringComparer.Ordinal) { [KeyOf(happened)] = 1 })
                counts[key] = counts.GetValueOrDefault(key) + count;
            events.AddRange((former?.Events ?? [happened]).Take(counted ? Examples - events.Count : 1));
            (from, to) = (Earlier(from, former?.From ?? happened.Timestamp), Later(to, former?.To ?? happened.Timestamp));
        }
        var last = taken[^1];
        var sum = counts.Values.Sum();
        var told = string.Join(", ", counts.OrderByDescending(pair => pair.Value).Take(8).Select(pair => $"{pair.Value:#,0} {pair.Key}"));
        var digest = new WebhookEvent
        {
            Type = Type,
            Timestamp = to,
            Data = new()
            {
                Kind = last.Kind,
                Subject = "fleet",
                Text = $"{sum:#,0} events{(counts.Count > 8 ? ", mostly" : ":")} {told}.",
                Digest = new(sum, from, to, counts, events.Count == sum, events),
            },
        };
        return (
            new()
            {
                Id = $"msg_{clock.NewId()}_d",
                WebhookId = last.WebhookId,
                Number = last.Number,
                Kind = last.Kind,
                Type = Type,
                Subject = "fleet",
                At = to.ToUnixTimeMilliseconds(),
                State = nameof(DeliveryState.Waiting),
                NextAt = clock.Now(),
                Event = JsonSerializer.Serialize(digest, WebhookJson.Default.WebhookEvent),
            },
            taken
        );
    }

    private static string KeyOf(WebhookEvent happened) =>
        happened.Data.Verdict is { } verdict ? $"{verdict.Before?.ToString() ?? "new"} → {verdict.After}" : happened.Type;

    private static DateTimeOffset Earlier(DateTimeOffset a, DateTimeOffset b) => a < b ? a : b;

    private static DateTimeOffset Later(DateTimeOffset a, DateTimeOffset b) => a > b ? a : b;
}
