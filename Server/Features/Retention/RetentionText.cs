using System.Globalization;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Retention;

/// <summary><c>history=400d,audit=forever,reports=90d</c>: periods as people write them. Data that is not named is kept forever.</summary>
internal static class RetentionText
{
    private const int Most = 36_500;
    private static readonly (string Name, int Least)[] Kinds = [("history", 30), ("reports", 7), ("audit", 90)];

    /// <returns>The periods, or everything that is wrong.</returns>
    public static (RetentionPeriods? Periods, IReadOnlyList<string> Problems) Parse(string text)
    {
        var (days, problems) = (new Dictionary<string, int?>(StringComparer.Ordinal), new List<string>());
        foreach (var part in text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            if (part.Split('=') is not [var name, var value] || !Array.Exists(Kinds, kind => kind.Name == name))
                problems.Add(
                    $"'{part}' is not one of history=DAYSd, reports=DAYSd, audit=DAYSd; 'forever' in place of the days keeps everything"
                );
            else if (!days.TryAdd(name, Days(value)))
                problems.Add($"'{name}' is given twice");
            else if (value != "forever" && days[name] is null)
                problems.Add($"'{value}' is neither a number of days, such as 400d, nor 'forever'");
        }
        var periods = new RetentionPeriods(
            days.GetValueOrDefault("history"),
            days.GetValueOrDefault("reports"),
            days.GetValueOrDefault("audit")
        );
        problems.AddRange(Problems(periods).Select(problem => $"{problem.Path}: {problem.Value} {problem.Rule}"));
        return problems.Count > 0 ? (null, problems) : (periods, []);
    }

    public static IEnumerable<PolicyProblem> Problems(RetentionPeriods periods)
    {
        int?[] values = [periods.History, periods.Reports, periods.Audit];
        for (var i = 0; i < Kinds.Length; i++)
        {
            if (values[i] is { } days && (days < Kinds[i].Least || days > Most))
                yield return new(
                    Kinds[i].Name,
                    days.ToString(CultureInfo.InvariantCulture),
                    $"is outside {Kinds[i].Least}..{Most} days",
                    0,
                    0
                );
        }
    }

    public static string Of(RetentionPeriods periods) =>
        $"history={Of(periods.History)},reports={Of(periods.Reports)},audit={Of(periods.Audit)}";

    private static string Of(int? days) => days is { } number ? $"{number}d" : "forever";

    private static int? Days(string value) =>
        value.EndsWith('d')
        && int.TryParse(value.AsSpan(0, value.Length - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var days)
            ? days
            : null;
}
