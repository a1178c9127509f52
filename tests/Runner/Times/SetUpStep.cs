using System.Globalization;

namespace IwTune.Runner.Times;

/// <summary>A step before the first test: packages, build, publishing.</summary>
/// <param name="Name">The name of the step.</param>
/// <param name="Wall">Its duration.</param>
/// <param name="Processor">Its processor time.</param>
internal sealed record SetUpStep(string Name, TimeSpan Wall, TimeSpan Processor)
{
    /// <summary>As build/setup.sh wrote them; none without a file.</summary>
    public static IReadOnlyList<SetUpStep> Read(string? file) =>
        file is null || !File.Exists(file)
            ? []
            :
            [
                .. File.ReadLines(file)
                    .Select(line => line.Split('\t'))
                    .Where(words => words.Length == 3)
                    .Select(words => new SetUpStep(words[0], Seconds(words[1]), Seconds(words[2]))),
            ];

    private static TimeSpan Seconds(string text) => TimeSpan.FromSeconds(double.Parse(text, CultureInfo.InvariantCulture));
}
