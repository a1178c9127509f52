using System.Text.RegularExpressions;
using System.Xml.Linq;
using IwTune.Shared.Charts;

namespace IwTune.Shared.Tests.Charts;

public sealed partial class SvgChartTests
{
    private static readonly Chart Bytes = new(
        "34 kB at 316 ms",
        "With 10 segments the response is there after 632 ms, with 2 after 1264 ms.",
        new("Time since the request", "ms"),
        new("Received", "bytes"),
        [
            new("IW 2", SeriesKind.Steps, [new(0, 0), new(316, 2896), new(632, 8688), new(948, 20272), new(1264, 34000)]),
            new("IW 10", SeriesKind.Steps, [new(0, 0), new(316, 14480), new(632, 34000)]),
        ]
    );

    [Fact]
    public void A_drawing_says_what_it_shows_to_people_who_do_not_see_it()
    {
        var svg = XDocument.Parse(SvgChart.Draw(Bytes)).Root!;
        Assert.Equal("img", svg.Attribute("role")!.Value);
        var said = svg.Attribute("aria-labelledby")!
            .Value.Split(' ')
            .Select(id => svg.Elements().Single(e => e.Attribute("id")?.Value == id).Value);
        Assert.Equal([Bytes.Title, Bytes.Sentence], said);
    }

    [Fact]
    public void Axes_carry_units_and_round_numbers()
    {
        var words = Words(SvgChart.Draw(Bytes));
        Assert.Contains("Time since the request (ms)", words);
        Assert.Contains("Received (bytes)", words);
        Assert.Equal(["0", "200", "400", "600", "800", "1,000", "1,200"], words.Where(word => Number().IsMatch(word)).Skip(5));
        Assert.Equal(["0", "10,000", "20,000", "30,000", "40,000"], words.Where(word => Number().IsMatch(word)).Take(5));
    }

    [Theory]
    [InlineData(0, 1, "0|0.2|0.4|0.6|0.8|1")]
    [InlineData(0, 0.03, "0|0.005|0.01|0.015|0.02|0.025|0.03")]
    [InlineData(-3, 7, "-4|-2|0|2|4|6|8")]
    [InlineData(0, 255, "0|50|100|150|200|250|300")]
    [InlineData(0, 0, "0|0.2|0.4|0.6|0.8|1")]
    [InlineData(1e17, 1e17, "0|2e+16|4e+16|6e+16|8e+16|1e+17")]
    public void Ticks_are_one_two_or_five_times_a_power_of_ten(double least, double most, string ticks)
    {
        var drawn = SvgChart.Draw(
            new Chart("t", "s", new("x", ""), new("y", ""), [new("", SeriesKind.Line, [new(0, least), new(1, most)])])
        );
        var written = XDocument
            .Parse(drawn)
            .Descendants()
            .Where(e => e.Name.LocalName == "text" && e.Attribute("text-anchor")?.Value == "end")
            .Select(e => e.Value)
            .SkipLast(1);
        Assert.Equal(ticks, string.Join('|', written));
    }

    [Fact]
    public void The_same_chart_is_the_same_text() => Assert.Equal(SvgChart.Draw(Bytes), SvgChart.Draw(Bytes with { }));

    [Fact]
    public void Lines_are_named_where_they_end_and_names_do_not_lie_on_each_other()
    {
        var labels = XDocument
            .Parse(SvgChart.Draw(Bytes))
            .Descendants()
            .Where(e => e.Attribute("font-weight")?.Value == "600")
            .Skip(1)
            .ToList();
        Assert.Equal(["IW 2", "IW 10"], labels.Select(label => label.Value));
        Assert.True(
            Math.Abs(Coordinate(labels[0], "x") - Coordinate(labels[1], "x")) > 40
                || Math.Abs(Coordinate(labels[0], "y") - Coordinate(labels[1], "y")) > 12,
            $"{labels[0]} {labels[1]}"
        );
    }

    [Fact]
    public void Series_differ_by_more_than_colour()
    {
        var many = Bytes with
        {
            Series = [.. Enumerable.Range(0, 12).Select(i => new Series($"s{i}", SeriesKind.Line, [new(0, i), new(1, i + 1)]))],
        };
        var pens = XDocument.Parse(SvgChart.Draw(many)).Descendants().Where(e => e.Attribute("stroke-width")?.Value == "2").ToList();
        Assert.Equal(12, pens.Count);
        Assert.Equal(
            12,
            pens.Select(pen => pen.Attribute("stroke")!.Value + pen.Attribute("stroke-dasharray")?.Value)
                .Distinct(StringComparer.Ordinal)
                .Count()
        );
        Assert.Equal(4, pens.Take(4).Select(pen => pen.Attribute("stroke-dasharray")?.Value).Distinct(StringComparer.Ordinal).Count());
    }

    [Fact]
    public void Within_a_page_it_takes_the_pages_colours_and_brings_no_styles()
    {
        var drawn = SvgChart.Draw(Bytes, ChartLook.Page);
        Assert.DoesNotContain("style", drawn, StringComparison.Ordinal);
        Assert.Contains("stroke=\"var(--series-b,#", drawn, StringComparison.Ordinal);
        Assert.Contains("fill=\"var(--text,#", drawn, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_brings_its_ground_and_its_colours_for_the_dark()
    {
        var drawn = SvgChart.Draw(Bytes);
        Assert.Contains("prefers-color-scheme:dark", drawn, StringComparison.Ordinal);
        Assert.DoesNotContain("var(", drawn, StringComparison.Ordinal);
    }

    [Fact]
    public void Names_cannot_write_markup()
    {
        var named = Bytes with { Title = "<script>\u0001&\ud800", Series = [Bytes.Series[0] with { Name = "\"><a href='x'>" }] };
        var svg = XDocument.Parse(SvgChart.Draw(named));
        Assert.Equal("<script>\ufffd&\ufffd", svg.Root!.Elements().First().Value);
        Assert.DoesNotContain(svg.Descendants(), e => e.Name.LocalName is "a" or "script");
    }

    [Fact]
    public void A_chart_without_numbers_says_so() =>
        Assert.Contains("Nothing to show yet", Words(SvgChart.Draw(Bytes with { Series = [] })));

    [Fact]
    public void A_point_that_is_no_number_interrupts_the_line()
    {
        var broken = Bytes with { Series = [new("a", SeriesKind.Line, [new(0, 1), new(1, 2), new(2, double.NaN), new(3, 3), new(4, 1)])] };
        var drawn = SvgChart.Draw(broken);
        Assert.DoesNotContain("NaN", drawn, StringComparison.Ordinal);
        Assert.Equal(2, XDocument.Parse(drawn).Descendants().Count(e => e.Attribute("stroke-width")?.Value == "2"));
    }

    [Theory]
    [InlineData(SeriesKind.Line)]
    [InlineData(SeriesKind.Steps)]
    public void A_point_alone_is_a_mark(SeriesKind kind)
    {
        var alone = new Chart("t", "s", new("Days", "d") { From = -6, To = 0 }, new("Time", "ms"), [new("half", kind, [new(0, 78)])]);
        Assert.Contains(SvgSeries.Marks[0], SvgChart.Draw(alone), StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_counted_has_whole_numbers_beside_it()
    {
        var counted = new Chart(
            "t",
            "s",
            new("Days", "d"),
            new("Hosts", "") { Whole = true },
            [new("", SeriesKind.Steps, [new(0, 0), new(9, 1)])]
        );
        Assert.DoesNotContain("0.5", Words(SvgChart.Draw(counted)));
    }

    [Fact]
    public void Points_show_how_far_they_spread_and_bands_are_hatched()
    {
        var measured = Bytes with
        {
            Series =
            [
                new("normal", SeriesKind.Band, [new(0, 2, 1, 3), new(10, 3, 2, 4)]),
                new("measured", SeriesKind.Points, [new(0, 2, 1.5, 2.5), new(10, 3)]),
            ],
        };
        var svg = XDocument.Parse(SvgChart.Draw(measured));
        Assert.Single(svg.Descendants(), e => e.Attribute("stroke-width")?.Value == "1.5");
        Assert.Single(svg.Descendants(), e => e.Attribute("fill")?.Value.StartsWith("url(#", StringComparison.Ordinal) == true);
        Assert.Equal(2, svg.Descendants().Count(e => e.Attribute("transform") is not null));
    }

    private static List<string> Words(string drawn) =>
        [.. XDocument.Parse(drawn).Descendants().Where(e => e.Name.LocalName == "text").Select(e => e.Value)];

    private static double Coordinate(XElement element, string name) => double.Parse(element.Attribute(name)!.Value);

    [GeneratedRegex(@"^[\d,.]+$")]
    private static partial Regex Number();
}
