using System.Globalization;
using IwTune.Runner.Running;

namespace IwTune.Runner.Times;

/// <summary>The time used by a run: the set-up's steps, the parts, and the slowest tests with their processor time.</summary>
internal static class TimesTable
{
    private const int Slowest = 40;

    /// <param name="steps">Of the set-up.</param>
    /// <param name="tallies">Of the parts.</param>
    /// <param name="tests">All that ran.</param>
    public static string Write(IReadOnlyList<SetUpStep> steps, IReadOnlyList<PartTally> tallies, IReadOnlyList<TestTime> tests)
    {
        var lines = new List<string> { Row("SET-UP", "WALL s", "PROCESSOR s") };
        lines.AddRange(steps.Select(step => Row(step.Name, Seconds(step.Wall), Seconds(step.Processor))));
        lines.Add("");
        lines.Add(Row("PART (parts run side by side)", "WALL s", "PROCESSOR s", "TESTS"));
        lines.AddRange(
            tallies.Select(tally =>
                Row(
                    tally.Part.Name,
                    Seconds(tally.Wall),
                    Seconds(Sum(tests.Where(test => test.Part == tally.Part.Name))),
                    Count(tally.Ended)
                )
            )
        );
        lines.Add("");
        lines.Add(Row($"THE {Slowest} SLOWEST TESTS", "WALL s", "PROCESSOR s", "PART"));
        lines.AddRange(
            tests
                .OrderByDescending(test => test.Wall)
                .Take(Slowest)
                .Select(test => Row(Progress.Short(test.Name), Seconds(test.Wall), Seconds(test.Processor), test.Part))
        );
        return string.Join('\n', lines) + "\n";
    }

    private static string Row(string name, string wall, string processor, string more = "") =>
        $"{(name.Length > 96 ? name[..95] + "…" : name), -96} {wall, 8} {processor, 12}  {more}".TrimEnd();

    private static TimeSpan Sum(IEnumerable<TestTime> tests) => new(tests.Sum(test => test.Processor.Ticks));

    private static string Seconds(TimeSpan time) => time.TotalSeconds.ToString("0.0", CultureInfo.InvariantCulture);

    private static string Count(int number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
