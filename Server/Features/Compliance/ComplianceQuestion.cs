using System.Globalization;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>A query of the fleet's compliance.</summary>
/// <param name="At">As of which instant, unix milliseconds.</param>
/// <param name="Filter">Which hosts.</param>
/// <param name="By">What groups are made by.</param>
/// <param name="After">The place to start after.</param>
/// <param name="Limit">Hosts of a page.</param>
internal sealed record ComplianceQuestion(long At, HostSearch Filter, string By, HostPlace? After, int Limit)
{
    public const string ByPolicy = ComplianceGroup.ByPolicy,
        ByOs = "os";

    /// <summary>True when no instant was named.</summary>
    public bool IsNow { get; init; }

    /// <summary>By what was known when, unix milliseconds: late reports correct the past.</summary>
    public long Known { get; init; } = HistoryReads.Latest;

    public const int UsualLimit = 50,
        MostLimit = 500;

    /// <returns>The question, or everything that is wrong with it.</returns>
    public static (ComplianceQuestion? Question, IReadOnlyList<string> Problems) Parse(
        string? asOf,
        string? q,
        string? by,
        string? after,
        int? limit,
        TimeProvider clock,
        string? known = null
    )
    {
        var problems = new List<string>();
        var then = Instant("asOf", asOf, clock, problems);
        var knownAt = KnownAt(known, then ?? clock.Now(), clock, problems);
        var (filter, problem) = HostSearch.ParseThen(q);
        if (filter is null)
            problems.Add($"q: {problem}");
        if (limit is < 1 or > MostLimit)
            problems.Add($"limit: {limit} is outside 1..{MostLimit}");
        var group = string.IsNullOrWhiteSpace(by) ? ByPolicy : by.Trim();
        if (group.Length > 63)
            problems.Add("by: must be policy, os or a label key");
        return problems.Count > 0
            ? (null, problems)
            : (
                new(then ?? clock.Now(), filter!, group, HostPlace.Parse(after), limit ?? UsualLimit)
                {
                    IsNow = then is null,
                    Known = knownAt ?? HistoryReads.Latest,
                },
                []
            );
    }

    /// <summary>By what was known when; not earlier than the instant that is asked for.</summary>
    /// <returns>Unix milliseconds; <see langword="null"/> when none is given, or it is none.</returns>
    public static long? KnownAt(string? text, long at, TimeProvider clock, List<string> problems)
    {
        var known = Instant("known", text, clock, problems);
        if (known < at)
        {
            problems.Add($"known: {Clock.At(known.Value):yyyy-MM-dd HH:mm:ss}Z is before the instant that is asked for; leave it out");
            return null;
        }
        return known;
    }

    /// <summary>An instant as people and programs write one; without a zone it is UTC.</summary>
    /// <returns>Unix milliseconds; <see langword="null"/> when none is given, or it is none.</returns>
    public static long? Instant(string name, string? text, TimeProvider clock, List<string> problems)
    {
        if (string.IsNullOrWhiteSpace(text))
            return null;
        const DateTimeStyles InUtc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
        if (!DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, InUtc, out var at) || at < DateTimeOffset.UnixEpoch)
        {
            problems.Add($"{name}: '{text}' is not an instant like 2026-11-14T09:30Z");
            return null;
        }
        if (at > clock.GetUtcNow())
        {
            problems.Add($"{name}: {at:yyyy-MM-dd HH:mm:ss}Z is in the future; leave it out for the present");
            return null;
        }
        return at.ToUnixTimeMilliseconds();
    }

    public bool Matches(HostThen host) => Filter.Selector.Matches(host);

    public string GroupOf(HostThen host) =>
        By switch
        {
            ByPolicy => host.Policy ?? "",
            ByOs => host.Kept.OsName,
            _ => host.Host.Labels.GetValueOrDefault(By, ""),
        };
}
