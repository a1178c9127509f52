using IwTune.Lab.Pages;

namespace IwTune.Benchmarks.Peers;

/// <summary>Writes the tables of a comparison into a page.</summary>
internal static class ComparisonPage
{
    private const string Verb = "./build.sh bench --peers --write";

    /// <inheritdoc cref="MarkedPage.Write"/>
    public static string? Write(string file, Comparison comparison) => MarkedPage.Write(file, Verb, Markdown(comparison));

    private static string Markdown(Comparison comparison) =>
        $"""
            Measured on {TimeProvider.System.GetUtcNow():yyyy-MM-dd}:

            ```text
            {comparison.Machine}
            load average {comparison.LoadAfter:0.0} at the end; memory after {comparison.Minutes:0.#} min at rest
            ```

            {Columns.Markdown(comparison.Measured)}
            {Columns.Markdown(comparison.Described)}
            """;
}
