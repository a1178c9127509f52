using System.Globalization;
using System.Text.RegularExpressions;

namespace IwTune.Shared.Tests.Architecture.Asvs;

/// <summary>The verification table covers the standard's levels 1 and 2, and its parts agree with each other.</summary>
public sealed partial class AsvsTests
{
    private const string Met = "met",
        Partly = "partly",
        NotMet = "not met",
        DoesNotApply = "does not apply";

    private static readonly string Page = File.ReadAllText(Path.Combine(SourceFile.Root, "docs", "asvs.md"));
    private static readonly IReadOnlyList<AsvsRow> Rows = AsvsRow.Of(Page);
    private readonly AsvsList _list = new();

    [Fact]
    public void Every_requirement_of_levels_1_and_2_is_in_the_table_once_and_none_of_level_3()
    {
        Assert.InRange(_list.Ids.Count(), 200, 300);
        Assert.Empty(Rows.Where(row => Ids(row).Count == 0).Select(row => $"{row.First}–{row.Last}: no requirements of levels 1 and 2"));
        Assert.Equal(_list.Ids, Rows.SelectMany(Ids));
        Assert.Equal(Rows.Count, AnyRow().Count(Page));
    }

    [Fact]
    public void A_row_has_the_levels_of_its_requirements() =>
        Assert.Empty(
            from row in Rows
            let levels = string.Join(", ", Ids(row).Select(_list.LevelOf).Distinct().Order())
            where row.Levels != levels
            select $"{row.First}: level {row.Levels}, in the standard {levels}"
        );

    [Fact]
    public void The_summary_counts_the_requirements_by_verdict()
    {
        var counts = new[] { Met, Partly, NotMet, DoesNotApply }.Select(verdict =>
            Rows.Where(row => row.Verdict == verdict).Sum(row => Ids(row).Count)
        );
        var said = Summary().Match(Page);
        Assert.True(said.Success, "docs/asvs.md has no line with the counts of each verdict");
        Assert.Equal(
            counts.Prepend(_list.Ids.Count()),
            said.Groups.Values.Skip(1).Select(number => int.Parse(number.Value, CultureInfo.InvariantCulture))
        );
    }

    [Fact]
    public void Whatever_is_not_met_or_only_partly_is_listed_at_the_top()
    {
        var top = Page[Page.IndexOf("## What is not met", StringComparison.Ordinal)..Page.IndexOf("## V1", StringComparison.Ordinal)];
        var partly = top.IndexOf("### Partly", StringComparison.Ordinal);
        Assert.Equal(Of(NotMet), Listed(top[..partly]));
        Assert.Equal(Of(Partly), Listed(top[partly..]));

        IEnumerable<string> Of(string verdict) => Rows.Where(row => row.Verdict == verdict).SelectMany(Ids).Order(StringComparer.Ordinal);
        IEnumerable<string> Listed(string text) => Id().Matches(text).Select(id => id.Value).Order(StringComparer.Ordinal);
    }

    [Fact]
    public void What_is_met_names_a_test_a_file_a_page_or_another_row() =>
        Assert.Empty(Rows.Where(row => row.Verdict == Met && !Reference().IsMatch(row.Evidence)).Select(row => row.First));

    [Fact]
    public void Every_file_that_it_names_exists()
    {
        var files = SourcePath().Matches(Page).Select(path => path.Groups[1].Value).Distinct().ToList();
        Assert.InRange(files.Count, 20, 400);
        Assert.Empty(from path in files where !Path.Exists(Path.Combine(SourceFile.Root, path)) select path);
    }

    private IReadOnlyList<string> Ids(AsvsRow row) => _list.Between(row.First, row.Last);

    [GeneratedRegex(@"^\| [0-9]", RegexOptions.Multiline)]
    private static partial Regex AnyRow();

    [GeneratedRegex(@"([0-9]+) requirements: ([0-9]+) met, ([0-9]+) partly, ([0-9]+) not met, ([0-9]+) do not apply")]
    private static partial Regex Summary();

    [GeneratedRegex(@"\b[0-9]+\.[0-9]+\.[0-9]+\b")]
    private static partial Regex Id();

    [GeneratedRegex(@"`[A-Z][A-Za-z]+[./]|`(?:build|deploy|docs)/|\]\(|\b[0-9]+\.[0-9]+\.[0-9]+\b")]
    private static partial Regex Reference();

    [GeneratedRegex("`((?:Server|Agent|Shared|build|deploy|tests|docs)/[^` ]+)`")]
    private static partial Regex SourcePath();
}
