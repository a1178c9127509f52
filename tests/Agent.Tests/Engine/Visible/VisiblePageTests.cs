using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using IwTune.Agent.Engine.Visible;

namespace IwTune.Agent.Tests.Engine.Visible;

public sealed partial class VisiblePageTests
{
    public static TheoryData<int, int> Sizes() =>
        new()
        {
            { 35_000, 1448 },
            { 35_000, 1460 },
            { 35_000, 1452 },
            { 34_752, 1448 },
            { 34_753, 1448 },
            { 100_000, 1448 },
            { 12_000, 1448 },
            { 35_000, 524 },
            { 35_000, 8_948 },
            { 35_000, 65_483 },
            { 35_000, 100 },
            { 1_000_000, 1448 },
        };

    [Theory]
    [MemberData(nameof(Sizes))]
    public void The_answer_has_exactly_the_size_that_was_asked_for_and_says_its_length(int size, int mss)
    {
        var answer = VisiblePage.Answer(Figures(size, mss));
        var text = Encoding.ASCII.GetString(answer);
        var body = text.IndexOf("\r\n\r\n", StringComparison.Ordinal) + 4;
        Assert.Equal(size, answer.Length);
        Assert.Equal(size - body, int.Parse(ContentLength().Match(text).Groups[1].Value, CultureInfo.InvariantCulture));
    }

    /// <summary>
    /// A mark runs when its last byte arrives. That byte must be the last one of its segment, or a flight would seem one segment smaller.
    /// </summary>
    [Theory]
    [MemberData(nameof(Sizes))]
    public void A_mark_ends_where_its_segment_ends(int size, int mss)
    {
        var marks = Marks(size, mss);
        Assert.All(marks.SkipLast(1), mark => Assert.Equal((mark.Number + 1) * mss, mark.End));
        Assert.Equal((size - 1) / mss, marks[^1].Number);
    }

    [Theory]
    [InlineData(35_000, 1448)]
    [InlineData(35_000, 1452)]
    [InlineData(100_000, 1460)]
    public void Every_segment_of_usual_size_has_its_mark_and_its_row(int size, int mss)
    {
        Assert.Equal(Enumerable.Range(0, (size + mss - 1) / mss), Marks(size, mss).Select(mark => mark.Number));
        var text = Encoding.ASCII.GetString(VisiblePage.Answer(Figures(size, mss)));
        var rows = Row().Matches(text).Select(row => row.Index / mss).ToList();
        Assert.Equal(rows.Distinct(), rows);
        Assert.Equal(Enumerable.Range(rows[0], rows.Count), rows);
        Assert.True(rows.Count > size / mss * 2 / 3, $"{rows.Count} rows");
    }

    [Fact]
    public void It_says_what_the_connection_is_and_what_the_model_expects()
    {
        var text = Encoding.ASCII.GetString(VisiblePage.Answer(Figures(35_000, 1448)));
        Assert.Contains("<dd>10 segments</dd>", text, StringComparison.Ordinal);
        Assert.Contains("<dd>100 ms</dd>", text, StringComparison.Ordinal);
        Assert.Contains("<dd>2 flights, 200 ms from request to last byte</dd>", text, StringComparison.Ordinal);
        Assert.Contains("<tr><td>3<td>4<td>400 ms", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_the_system_tells_nothing_the_page_predicts_nothing()
    {
        var figures = new PageFigures(1, 35_000, 1448, null, null, "", null);
        Assert.Empty(figures.Predictions());
        Assert.DoesNotContain("The model expects", Encoding.ASCII.GetString(VisiblePage.Answer(figures)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_name_of_a_congestion_control_cannot_become_markup() =>
        Assert.Contains(
            "<dd>scriptbbr</dd>",
            Encoding.ASCII.GetString(VisiblePage.Answer(Figures(35_000, 1448) with { CongestionControl = "<script>bbr" })),
            StringComparison.Ordinal
        );

    [Fact]
    public void A_page_that_is_too_small_is_a_mistake() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => VisiblePage.Answer(Figures(VisiblePage.LeastBytes - 1, 1448)));

    private static PageFigures Figures(int size, int mss) => new(7, size, mss, 10, TimeSpan.FromMilliseconds(100), "cubic", 64_240);

    private static List<(int Number, int End)> Marks(int size, int mss) =>
        [
            .. Mark()
                .Matches(Encoding.ASCII.GetString(VisiblePage.Answer(Figures(size, mss))))
                .Select(mark => (int.Parse(mark.Groups[1].Value, CultureInfo.InvariantCulture), mark.Index + mark.Length)),
        ];

    [GeneratedRegex(@"<script>m\((\d+)\)</script>")]
    private static partial Regex Mark();

    [GeneratedRegex("<div class=c>")]
    private static partial Regex Row();

    [GeneratedRegex(@"Content-Length: (\d+)\r\n")]
    private static partial Regex ContentLength();
}
