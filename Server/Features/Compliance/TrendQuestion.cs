using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Compliance;

/// <summary>The span and the hosts of a trend.</summary>
/// <param name="From">Unix milliseconds.</param>
/// <param name="To">Unix milliseconds.</param>
/// <param name="Filter">Which hosts: verdict and policy as of each instant; name, facts and labels as of the end.</param>
/// <param name="Points">Number of instants, both ends included.</param>
internal sealed record TrendQuestion(long From, long To, HostSearch Filter, int Points)
{
    private const int UsualPoints = 57,
        MostPoints = 200;
    private static readonly TimeSpan Usual = TimeSpan.FromDays(7),
        Longest = TimeSpan.FromDays(400);

    /// <summary>True when no end was named.</summary>
    public bool IsNow { get; init; }

    /// <returns>The question, or everything that is wrong with it.</returns>
    public static (TrendQuestion? Question, IReadOnlyList<string> Problems) Parse(
        string? from,
        string? to,
        string? q,
        int? points,
        TimeProvider clock
    )
    {
        var problems = new List<string>();
        var end = ComplianceQuestion.Instant("to", to, clock, problems) ?? clock.Now();
        var start = ComplianceQuestion.Instant("from", from, clock, problems) ?? end - (long)Usual.TotalMilliseconds;
        var (filter, problem) = HostSearch.ParseThen(q);
        if (filter is null)
            problems.Add($"q: {problem}");
        if (points is < 2 or > MostPoints)
            problems.Add($"points: {points} is outside 2..{MostPoints}");
        if (problems.Count == 0 && (end <= start || end - start > Longest.TotalMilliseconds))
            problems.Add($"from: the span must end after it begins, and be at most {Longest.TotalDays} days long");
        return problems.Count > 0
            ? (null, problems)
            : (new(start, end, filter!, points ?? UsualPoints) { IsNow = string.IsNullOrWhiteSpace(to) }, []);
    }

    /// <summary>The instants, the last of them the span's end.</summary>
    public long At(int point) => From + (To - From) * point / (Points - 1);
}
