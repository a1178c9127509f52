using IwTune.Runner.Times;

namespace IwTune.Runner.Running;

/// <summary>Lines that show the progress of a run, in a terminal and in the log of continuous integration.</summary>
internal static class Progress
{
    /// <summary>A test that runs for this long is named.</summary>
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(1);

    /// <summary><c>[ 4:10] 2,345 of 5,971, 1 failed · server 300/586, wine 12/40 · 2:05 KillTests.Killed_before…</c></summary>
    public static string Line(TimeSpan elapsed, IEnumerable<PartTally> tallies, IEnumerable<TestTime> running)
    {
        var begun = tallies.Where(tally => tally.Known > 0).ToList();
        var (done, known, failed) = (begun.Sum(tally => tally.Done), begun.Sum(tally => tally.Known), begun.Sum(tally => tally.Failed));
        var parts = string.Join(
            ", ",
            begun
                .Where(tally => tally.Done < tally.Known)
                .Select(tally => FormattableString.Invariant($"{tally.Part.Name} {tally.Done}/{tally.Known}"))
        );
        var oldest = running
            .Where(test => elapsed - test.Started > Long)
            .Take(3)
            .Select(test => $"{Clock(elapsed - test.Started)} {Short(test.Name).Split('(')[0]}");
        string[] words =
        [
            FormattableString.Invariant($"[{Clock(elapsed), 5}] {done:N0} of {known:N0}, {failed} failed"),
            parts,
            string.Join(", ", oldest),
        ];
        return string.Join(" · ", words.Where(word => word.Length > 0));
    }

    /// <summary>The beginning of a long text; the part's log has all of it.</summary>
    public static string Of(Failure failure) => $"FAILED [{failure.Part}] {failure.Name}\n{Indented(failure.Detail, 12)}";

    public static string Clock(TimeSpan time) => FormattableString.Invariant($"{(int)time.TotalMinutes}:{time.Seconds:00}");

    /// <summary>Without the namespace.</summary>
    public static string Short(string name)
    {
        var words = name.Split('(', 2)[0].Split('.');
        var start = words.Length < 2 ? 0 : words[..^2].Sum(word => word.Length + 1);
        return name[start..];
    }

    private static string Indented(string text, int most) =>
        string.Join('\n', text.Split('\n').Take(most).Select(line => "    " + (line.Length > 300 ? line[..300] : line).TrimEnd('\r')));
}
