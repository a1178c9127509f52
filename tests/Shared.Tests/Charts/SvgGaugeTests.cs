using System.Globalization;
using System.Xml.Linq;
using IwTune.Shared.Charts;

namespace IwTune.Shared.Tests.Charts;

public sealed class SvgGaugeTests
{
    private static readonly Gauge Loss = new(
        "Loss",
        "Ring 4 %, control 1 %; harm from 3 %.",
        new("", "%"),
        [new("ring", 4, "4 %", 3.5, 4.5), new("control", 1, "1 %")]
    )
    {
        Limit = new(3, "harm from 3 %"),
    };

    [Fact]
    public void Each_number_stands_at_its_mark_and_the_limit_between_them()
    {
        var svg = XDocument.Parse(SvgGauge.Draw(Loss));
        var marks = svg.Descendants().Where(e => e.Attribute("transform") is not null).Select(At).ToList();
        var limit = svg.Descendants().Single(e => e.Attribute("stroke-dasharray") is not null).Attribute("d")!.Value;
        var at = double.Parse(limit[1..].Split(' ')[0], CultureInfo.InvariantCulture);
        Assert.InRange(at, marks[1], marks[0]);
        foreach (var words in (string[])["ring", "control", "4 %", "1 %", "harm from 3 %", "%"])
            Assert.Contains(svg.Descendants(), e => e.Name.LocalName == "text" && e.Value == words);
    }

    [Fact]
    public void Text_is_never_markup()
    {
        const string Hostile = "<script>alert(1)</script>&\"'";
        var hostile = Loss with
        {
            Title = Hostile,
            Sentence = Hostile,
            Scale = new(Hostile, Hostile),
            Marks = [new(Hostile, 4, Hostile)],
            Limit = new(3, Hostile),
        };
        var svg = XDocument.Parse(SvgGauge.Draw(hostile, ChartLook.Page));
        Assert.DoesNotContain(svg.Descendants(), e => e.Name.LocalName == "script");
        Assert.Contains(svg.Descendants(), e => e.Value == Hostile);
    }

    [Fact]
    public void It_says_what_it_shows_and_brings_no_styles_into_a_page()
    {
        var drawn = SvgGauge.Draw(Loss, ChartLook.Page);
        Assert.Contains("role=\"img\"", drawn, StringComparison.Ordinal);
        Assert.Contains("harm from 3 %.</desc>", drawn, StringComparison.Ordinal);
        Assert.DoesNotContain("style", drawn, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1e299, 52)]
    [InlineData(-5, 2)]
    [InlineData(double.NaN, 1)]
    public void Any_number_is_drawn_inside_or_left_out(double value, double limit)
    {
        foreach (var logarithmic in (bool[])[true, false])
        {
            var gauge = new Gauge(
                "t",
                "s",
                new("", "ratio") { Logarithmic = logarithmic, From = logarithmic ? 1 : null },
                [new("ring", value, "v")]
            )
            {
                Limit = new(limit, "at most so many hosts", Below: true),
            };
            var svg = XDocument.Parse(SvgGauge.Draw(gauge));
            Assert.All(svg.Descendants().Where(e => e.Attribute("transform") is not null).Select(At), x => Assert.InRange(x, 0, 320));
            Assert.DoesNotContain("NaN", svg.ToString(), StringComparison.Ordinal);
        }
    }

    private static double At(XElement mark) =>
        double.Parse(mark.Attribute("transform")!.Value["translate(".Length..].Split(' ')[0], CultureInfo.InvariantCulture);
}
