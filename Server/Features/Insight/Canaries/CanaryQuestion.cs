using System.Globalization;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Insight.Canaries;

/// <summary>Which hosts are compared, and around which day.</summary>
internal sealed record CanaryQuestion(HostSearch Canaries, HostSearch Matched, DateOnly On, int Days)
{
    public const int UsualDays = 7;

    /// <summary>Both periods must be among the days that are kept.</summary>
    public const int MostDays = 14;

    /// <returns>The question, or everything that is wrong with it.</returns>
    public static (CanaryQuestion? Question, IReadOnlyList<string> Problems) Parse(
        string? canaries,
        string? matched,
        string? on,
        int? days,
        DateOnly today
    )
    {
        var problems = new List<string>();
        var (changed, unchanged) = (Search("canaries", canaries, problems), Search("matched", matched, problems));
        var span = days ?? UsualDays;
        if (span is < 1 or > MostDays)
            problems.Add($"days: {span} is outside 1..{MostDays}");
        if (!DateOnly.TryParseExact(on, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var day))
            problems.Add($"on: '{on}' is not a day such as 2026-11-14");
        else if (day.AddDays(1) >= today)
            problems.Add($"on: no whole day has passed since {day:yyyy-MM-dd}; try again on {day.AddDays(2):yyyy-MM-dd} (UTC)");
        if (problems.Count > 0)
            return (null, problems);
        // As many days after as have passed, and no more before than after.
        return (new(changed!, unchanged!, day, Math.Min(span, today.DayNumber - day.DayNumber - 1)), []);
    }

    private static HostSearch? Search(string name, string? text, List<string> problems)
    {
        if (string.IsNullOrWhiteSpace(text))
        {
            problems.Add($"{name}: a selector is required, such as 'role:canary'; '*' is every host");
            return null;
        }
        var (search, problem) = HostSearch.Parse(text);
        if (search is null)
            problems.Add($"{name}: {problem}");
        return search;
    }
}
