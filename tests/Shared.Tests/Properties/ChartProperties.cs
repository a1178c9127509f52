using System.Globalization;
using System.Xml.Linq;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Charts;

namespace IwTune.Shared.Tests.Properties;

/// <summary>For any numbers the drawing is well-formed and every positioned element lies within it.</summary>
public sealed class ChartProperties
{
    private static readonly Gen<double> Number = Gen.OneOf(
        Gen.Choose(-1000, 1000).Select(n => n / 7.0),
        Gen.Elements(0, 1e-9, 1e15, -1e15, 1e300, double.NaN, double.PositiveInfinity, double.NegativeInfinity),
        ArbMap.Default.GeneratorFor<NormalFloat>().Select(n => n.Get % 1e12)
    );

    private static readonly Gen<Point> AnyPoint =
        from x in Number
        from y in Number
        from low in Gen.OneOf(Gen.Constant<double?>(null), Number.Select(n => (double?)n))
        from high in Gen.OneOf(Gen.Constant<double?>(null), Number.Select(n => (double?)n))
        select new Point(x, y, low, high);

    private static readonly Gen<Series> AnySeries =
        from name in ArbMap.Default.GeneratorFor<NonNull<string>>()
        from kind in Gen.Elements(Enum.GetValues<SeriesKind>())
        from points in AnyPoint.ArrayOf()
        select new Series(name.Get, kind, points);

    private static readonly Gen<Chart> AnyChart =
        from title in ArbMap.Default.GeneratorFor<NonNull<string>>()
        from x in Gen.Elements(false, true)
        from y in Gen.Elements(false, true)
        from series in AnySeries.ArrayOf()
        select new Chart(title.Get, title.Get, new("x", "ms") { Logarithmic = x }, new("y", "") { Logarithmic = y }, series);

    [Fact]
    public void Every_chart_is_well_formed_and_within_its_frame() =>
        Prop.ForAll(
                AnyChart.ToArbitrary(),
                Gen.Elements(ChartLook.File, ChartLook.Page).ToArbitrary(),
                (chart, look) =>
                {
                    var svg = XDocument.Parse(SvgChart.Draw(chart, look)).Root!;
                    var outside = Places(svg).Where(place => !double.IsFinite(place) || place is < 0 or > 720).ToList();
                    return (outside.Count == 0).Label(string.Join(' ', outside));
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    private static IEnumerable<double> Places(XElement svg) =>
        from element in svg.Descendants()
        where element.Name.LocalName is "text" or "rect"
        from attribute in element.Attributes()
        where attribute.Name.LocalName is "x" or "y" or "width" or "height"
        select double.Parse(attribute.Value, CultureInfo.InvariantCulture);
}
