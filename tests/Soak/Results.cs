using IwTune.Lab.Pages;
using IwTune.Soak.Judging;
using IwTune.Soak.Passing;
using IwTune.Soak.Sampling;
using static System.FormattableString;

namespace IwTune.Soak;

/// <summary>What a soak found.</summary>
/// <param name="options">Of the run.</param>
/// <param name="series">Every series.</param>
/// <param name="time">How long the work went on.</param>
internal sealed class Results(SoakOptions options, IReadOnlyList<SampledSeries> series, TimeSpan time)
{
    private static readonly string[] SeriesHeads =
        ["series", "first third", "second", "last", "rule", "change after the first third", "holds?"],
        RateHeads = ["work", "done", "times the usual rate", "problems", "holds?"],
        PassedHeads = ["happened", "seen", "holds?"];

    private readonly IReadOnlyList<(SampledSeries Series, Judgement Judgement)> judged =
    [
        .. series.Select(one => (one, one.Rule.Judge(one.Points))),
    ];

    /// <summary>How much work was done.</summary>
    public required IReadOnlyList<Rate> Rates { get; init; }

    /// <summary>What must have happened.</summary>
    public required IReadOnlyList<Passed> Passed { get; init; }

    /// <summary>True when every rule held.</summary>
    public bool Ok => Rules.All(ok => ok);

    private IReadOnlyList<bool> Rules =>
        [.. judged.Select(one => one.Judgement.Held), .. Rates.Select(Enough), .. Passed.Select(one => one.Ok)];

    /// <summary>One line.</summary>
    public string Summary =>
        Invariant($"soak: {time.TotalMinutes:0.#} min at {options.Speed:0.#} times the pace of the day, ")
        + Invariant($"{Rules.Count(ok => ok)} of {Rules.Count} rules hold");

    /// <summary>For a terminal; the last line is the summary.</summary>
    public string Text() =>
        string.Join('\n', Tables.Select(rows => Columns.Align(rows)))
        + string.Concat(Problems.Select(line => $"\n{line}"))
        + $"\n{Summary}\n";

    /// <summary>For a page.</summary>
    public string Markdown() => $"`{Summary}`\n\n" + string.Join('\n', Tables.Select(Columns.Markdown));

    private IReadOnlyList<IReadOnlyList<string[]>> Tables =>
        [
            [SeriesHeads, .. judged.Select(one => Row(one.Series, one.Judgement))],
            [RateHeads, .. Rates.Select(Row)],
            [PassedHeads, .. Passed.Select(one => new[] { one.What, one.Seen, Word(one.Ok) })],
        ];

    private IEnumerable<string> Problems =>
        Rates.SelectMany(rate => rate.Problems.Select(problem => $"{rate.Name}, {problem.Value} times: {problem.Key}"));

    private static string[] Row(SampledSeries series, Judgement judgement) =>
        [
            series.Unit.Length == 0 ? series.Name : $"{series.Name}, {series.Unit}",
            .. Enumerable.Range(0, 3).Select(third => Invariant($"{Thirds.Median(Thirds.Of(series.Points, third, third + 1)):0.##}")),
            series.Rule.ToString(),
            judgement.Seen,
            series.Rule is Shown ? "–" : Word(judgement.Held),
        ];

    private string[] Row(Rate rate) =>
        [
            rate.Name,
            Invariant($"{rate.Done:0}"),
            Invariant($"{rate.Factor(time):0}"),
            Invariant($"{rate.Problems.Values.Sum()}"),
            Word(Enough(rate)),
        ];

    private bool Enough(Rate rate) => rate.Factor(time) >= SoakOptions.LeastFactor && rate.Problems.Count == 0;

    private static string Word(bool holds) => holds ? "yes" : "NO";
}
