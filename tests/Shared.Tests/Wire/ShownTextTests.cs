using System.Text;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Wire;

/// <summary>Characters that control a terminal or the order of letters are shown as escapes.</summary>
public sealed class ShownTextTests
{
    [Theory]
    [InlineData("eth0", "eth0")]
    [InlineData("Zürich → 東京 😀", "Zürich → 東京 😀")]
    [InlineData("می\u200cخواهم", "می\u200cخواهم")]
    [InlineData("\u001b[2J\u001b]0;title\u0007", "\\u001b[2J\\u001b]0;title\\u0007")]
    [InlineData("\u009b31m", "\\u009b31m")]
    [InlineData("safe\u202egpj.exe", "safe\\u202egpj.exe")]
    [InlineData("a\u2066b\u2069\ufeff\u200e", "a\\u2066b\\u2069\\ufeff\\u200e")]
    [InlineData("two\nlines\tand\r\nmore", "two lines and  more")]
    [InlineData("a\u2028b", "a\\u2028b")]
    [InlineData("\U000e0041", "\\udb40\\udc41")]
    public void One_line_holds_nothing_that_is_hidden(string text, string shown)
    {
        Assert.Equal(shown, ShownText.OneLine(text));
        Assert.True(ShownText.IsPlain(shown));
        Assert.Equal(text == shown, ShownText.IsPlain(text));
    }

    [Fact]
    public void Nothing_of_any_plane_gets_through()
    {
        for (var value = 0; value <= 0x10FFFF; value++)
        {
            if (!Rune.TryCreate(value, out var rune))
                continue;
            var shown = ShownText.OneLine($"a{rune}b");
            Assert.True(ShownText.IsPlain(shown), $"U+{value:X4}");
            Assert.Equal(ShownText.IsHidden(rune), shown != $"a{rune}b");
        }
    }
}
