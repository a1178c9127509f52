using System.Xml.Linq;
using IwTune.Shared.Charts;

namespace IwTune.Shared.Tests.Charts;

public sealed class SvgHeatMapTests
{
    private static HeatMap Map(int columns, int rows, Func<int, int, double?> cell) =>
        new(
            "Rounds",
            "More segments, fewer rounds.",
            new("Initial window", "segments"),
            new("Size", "kB"),
            new("Time", "ms"),
            [.. Enumerable.Range(1, columns).Select(i => $"{i}")],
            [.. Enumerable.Range(1, rows).Select(i => $"{i}")],
            [
                .. Enumerable
                    .Range(0, rows)
                    .Select(row => (IReadOnlyList<double?>)[.. Enumerable.Range(0, columns).Select(column => cell(row, column))]),
            ]
        );

    [Fact]
    public void Cells_hold_their_number_where_it_fits()
    {
        var svg = XDocument.Parse(SvgHeatMap.Draw(Map(8, 5, (row, column) => 1000 + row * 100 + column)));
        Assert.Contains(svg.Descendants(), e => e.Name.LocalName == "text" && e.Value == "1,407");
        Assert.DoesNotContain(svg.Descendants(), e => e.Attribute("fill")?.Value.StartsWith("url(", StringComparison.Ordinal) == true);
    }

    [Fact]
    public void Cells_too_small_for_numbers_are_hatched_by_level_and_the_key_says_what_that_is()
    {
        var svg = XDocument.Parse(SvgHeatMap.Draw(Map(64, 12, (row, column) => 100 + row * 10 - column)));
        Assert.Contains(svg.Descendants(), e => e.Attribute("fill")?.Value.StartsWith("url(", StringComparison.Ordinal) == true);
        Assert.Contains(svg.Descendants(), e => e.Value == "Time (ms)");
        Assert.Contains(svg.Descendants(), e => e.Value == "0–50");
    }

    [Fact]
    public void What_is_not_known_stays_empty()
    {
        var svg = XDocument.Parse(SvgHeatMap.Draw(Map(2, 1, (_, column) => column == 0 ? 5 : null)));
        Assert.Single(
            svg.Descendants(),
            e => e.Name.LocalName == "rect" && e.Attribute("fill-opacity") is not null && double.Parse(e.Attribute("height")!.Value) > 14
        );
    }

    [Fact]
    public void It_says_what_it_shows_and_brings_no_styles_into_a_page()
    {
        var drawn = SvgHeatMap.Draw(Map(3, 3, (row, column) => row * column), ChartLook.Page);
        Assert.Contains("role=\"img\"", drawn, StringComparison.Ordinal);
        Assert.Contains("More segments, fewer rounds.</desc>", drawn, StringComparison.Ordinal);
        Assert.DoesNotContain("style", drawn, StringComparison.Ordinal);
    }

    [Fact]
    public void An_empty_map_is_drawn_too() => XDocument.Parse(SvgHeatMap.Draw(Map(0, 0, (_, _) => null)));
}
