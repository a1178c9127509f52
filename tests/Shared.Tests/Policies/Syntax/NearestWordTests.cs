using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Tests.Policies.Syntax;

public sealed class NearestWordTests
{
    private static readonly string[] Known = ["edge", "edge-web", "default", "list", "WEB-017", "learned", "policies"];

    [Theory]
    [InlineData("egde", "edge")]
    [InlineData("lits", "list")]
    [InlineData("edge-wbe", "edge-web")]
    [InlineData("defualt", "default")]
    [InlineData("edg", "edge")]
    [InlineData("edgee", "edge")]
    [InlineData("web-017", "WEB-017")]
    [InlineData("wbe-017", "WEB-017")]
    [InlineData("plicise", "policies")]
    public void Swapped_lost_added_and_wrong_letters_lead_to_the_word(string written, string meant) =>
        Assert.Equal(meant, NearestWord.Of(written, Known));

    [Theory]
    [InlineData("")]
    [InlineData("core")]
    [InlineData("gede")] // two swaps in a word of four letters
    [InlineData("tilst")]
    public void What_is_too_far_from_every_word_leads_to_none(string written) => Assert.Null(NearestWord.Of(written, Known));

    [Fact]
    public void Three_errors_are_the_most_also_in_a_long_word() =>
        Assert.Null(NearestWord.Of("fra-web-0170.emea.example.org", ["fra-web-0017.apac.example.com"]));

    [Fact]
    public void Of_equally_near_words_the_first_is_meant() => Assert.Equal("web-1", NearestWord.Of("web-", ["web-1", "web-2"]));
}
