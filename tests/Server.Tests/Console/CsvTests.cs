using IwTune.Server.Console;

namespace IwTune.Server.Tests.Console;

public sealed class CsvTests
{
    [Theory]
    [InlineData("=HYPERLINK(1)", "'=HYPERLINK(1)")]
    [InlineData("+1", "'+1")]
    [InlineData("-1", "'-1")]
    [InlineData("@SUM", "'@SUM")]
    [InlineData("\tx", "'\tx")]
    [InlineData("a,b", "\"a,b\"")]
    [InlineData("say \"hi\"", "\"say \"\"hi\"\"\"")]
    [InlineData("plain", "plain")]
    [InlineData(null, "")]
    public void A_cell_is_quoted_where_needed_and_never_a_formula(string? cell, string expected) =>
        Assert.Equal(expected + "\r\n", Csv.Line(cell));

    [Fact]
    public void Cells_are_parted_by_commas_also_when_the_first_is_empty() => Assert.Equal(",a,,b\r\n", Csv.Line("", "a", null, "b"));
}
