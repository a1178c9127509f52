using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Tests.Features.Assignments;

public sealed class SelectorTests
{
    private static readonly HostIdentity Host = new("id", "fra-web-1", "linux", "6.1.0-18-amd64", new Dictionary<string, string> { ["site"] = "fra", ["role"] = "web" });

    [Theory]
    [InlineData("*", true)]
    [InlineData("site:fra", true)]
    [InlineData("site:FRA", true)]
    [InlineData("site:ams", false)]
    [InlineData("site:fra role:web", true)]
    [InlineData("site:fra role:db", false)]
    [InlineData("host:fra-*", true)]
    [InlineData("kernel:6.1.*", true)]
    [InlineData("kernel:6.12*", false)]
    [InlineData("os:linux", true)]
    [InlineData("rack:*", false)]
    [InlineData("role:*", true)]
    public void All_terms_must_hold(string text, bool matches) => Assert.Equal(matches, Selector.Parse(text).Selector!.Matches(Host));

    [Theory]
    [InlineData("")]
    [InlineData("  ")]
    [InlineData("web")]
    [InlineData("site:")]
    [InlineData(":fra")]
    [InlineData("* site:fra")]
    [InlineData("Site:fra")]
    [InlineData("site:fra;drop")]
    public void What_is_no_selector_is_refused(string text)
    {
        var (selector, problems) = Selector.Parse(text);
        Assert.Null(selector);
        Assert.NotEmpty(problems);
    }

    [Fact]
    public void Every_wrong_term_is_named() => Assert.Equal(3, Selector.Parse("a b c").Problems.Count);

    [Fact]
    public void Order_and_repetition_do_not_make_another_selector() =>
        Assert.Equal(Selector.Parse("site:fra role:web").Selector, Selector.Parse(" role:web  site:fra role:web").Selector);
}
