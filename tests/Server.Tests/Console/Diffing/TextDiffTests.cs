using IwTune.Server.Console.Diffing;

namespace IwTune.Server.Tests.Console.Diffing;

public sealed class TextDiffTests
{
    [Fact]
    public void Equal_texts_have_only_unchanged_rows() =>
        Assert.All(TextDiff.Compare("a\nb\n", "a\nb\n"), row => Assert.Equal(DiffRowKind.Same, row.Kind));

    [Fact]
    public void A_changed_number_is_marked_and_its_line_is_not()
    {
        var row = Assert.Single(TextDiff.Compare("window: { initcwnd: 10 }", "window: { initcwnd: 16 }"));

        Assert.Equal(DiffRowKind.Changed, row.Kind);
        Assert.Equal("10", Assert.Single(row.Old, p => p.Marked).Text);
        Assert.Equal("16", Assert.Single(row.New, p => p.Marked).Text);
    }

    [Fact]
    public void Rows_keep_the_line_numbers_of_their_own_side()
    {
        var rows = TextDiff.Compare("a\nb\nc", "a\nx\ny\nc");

        Assert.Equal([(1, 1), (2, 2), (0, 3), (3, 4)], rows.Select(r => (r.OldLine, r.NewLine)));
    }

    [Theory]
    [InlineData("a\r\nb", "a\nb")]
    [InlineData("a\n", "a")]
    public void Line_ends_are_not_a_difference(string before, string after) =>
        Assert.All(TextDiff.Compare(before, after), row => Assert.Equal(DiffRowKind.Same, row.Kind));

    [Fact]
    public void Both_sides_can_be_put_together_again_from_the_rows()
    {
        const string before = "policy: edge\nmode: enforce\nscopes:\n  - default\nconfirm: 2m",
            after = "policy: edge\nscopes:\n  - prefix: 10.0.0.0/8\n  - default\nlimits: { max: 3 }";

        var rows = TextDiff.Compare(before, after);

        Assert.Equal(before, Join(rows.Where(r => r.OldLine > 0).Select(r => r.Old)));
        Assert.Equal(after, Join(rows.Where(r => r.NewLine > 0).Select(r => r.New)));
    }

    [Fact]
    public void A_text_too_long_to_compare_is_shown_as_replaced()
    {
        var (before, after) = (string.Join('\n', Enumerable.Range(0, 3000)), string.Join('\n', Enumerable.Range(1, 3000)));

        Assert.Equal(3000, TextDiff.Compare(before, after).Count);
    }

    private static string Join(IEnumerable<IReadOnlyList<DiffPiece>> lines) =>
        string.Join('\n', lines.Select(line => string.Concat(line.Select(p => p.Text))));
}
