using IwTune.Shared.Selectors;

namespace IwTune.Shared.Tests.Selectors;

public sealed class SelectorTests
{
    private static readonly Selectable Host = new(
        ("host", "fra-web-1"),
        ("", "fra-web-1"),
        ("os", "linux"),
        ("kernel", "6.1.0-18-amd64"),
        ("site", "fra"),
        ("role", "Web"),
        ("nic", "virtio_net"),
        ("nic", "ixgbe"),
        ("distribution", "Debian GNU/Linux, \"stable\""),
        ("label", "site"),
        ("label", "site=fra"),
        ("label", "edge"),
        ("label", "edge=yes")
    );

    [Theory]
    [InlineData("*", true)]
    [InlineData("site:fra", true)]
    [InlineData("site:FRA", true)]
    [InlineData("role:web", true)]
    [InlineData("site:ams", false)]
    [InlineData("site:ams,fra", true)]
    [InlineData("site:ams,lon", false)]
    [InlineData("-site:ams,lon", true)]
    [InlineData("-site:fra", false)]
    [InlineData("-rack:1", true)]
    [InlineData("-rack:*", true)]
    [InlineData("rack:*", false)]
    [InlineData("role:*", true)]
    [InlineData("host:fra-*", true)]
    [InlineData("kernel:6.1.*", true)]
    [InlineData("kernel:6.12*", false)]
    [InlineData("kernel:>=5.15", true)]
    [InlineData("kernel:>=6.1", true)]
    [InlineData("kernel:>6.1", false)]
    [InlineData("kernel:>6.1.0-17", true)]
    [InlineData("kernel:<=6.1", true)]
    [InlineData("kernel:<6.1", false)]
    [InlineData("kernel:<6.10", true)]
    [InlineData("kernel:=6.1", true)]
    [InlineData("kernel:=6.1.1", false)]
    [InlineData("kernel:6.1", false)]
    [InlineData("kernel:>=5.15<6.2", true)]
    [InlineData("kernel:<6>=5", false)]
    [InlineData("kernel:>=4<5,>=6<7", true)]
    [InlineData("role:>=1", false)]
    [InlineData("-role:>=1", true)]
    [InlineData("nic:ixgbe", true)]
    [InlineData("nic:virtio_net nic:ixgbe", true)]
    [InlineData("-nic:ixgbe", false)]
    [InlineData("distribution:\"debian gnu/linux, \\\"stable\\\"\"", true)]
    [InlineData("distribution:\"debian gnu\"*", true)]
    [InlineData("label:edge", true)]
    [InlineData("label:yes", false)]
    [InlineData("label:edge=yes", true)]
    [InlineData("label:edge=no", false)]
    [InlineData("label:site=f*", true)]
    [InlineData("-label:edge", false)]
    [InlineData("os:linux -role:db kernel:>=5.15 site:fra,ams label:edge", true)]
    public void All_terms_must_hold(string text, bool matches) => Assert.Equal(matches, Parsed(text).Matches(Host));

    [Theory]
    [InlineData("", true)]
    [InlineData("*", true)]
    [InlineData("web", true)]
    [InlineData("WEB fra", true)]
    [InlineData("* web", true)]
    [InlineData("web -lon", true)]
    [InlineData("-web", false)]
    [InlineData("\"b-1\" site:fra", true)]
    [InlineData("ams", false)]
    public void A_search_has_bare_words_and_may_say_nothing(string text, bool matches) =>
        Assert.Equal(matches, Selector.ParseSearch(text).Selector!.Matches(Host));

    [Fact]
    public void A_search_names_a_verdict_as_lists_do_and_state_means_the_same() =>
        Assert.Equal(
            Selector.ParseSearch("-state:drifted,stale web").Selector,
            Selector.ParseSearch("-verdict:drifted,stale web").Selector
        );

    [Theory]
    [InlineData(" role:web  site:fra role:web", "role:web site:fra")]
    [InlineData("site:FRA", "site:fra")]
    [InlineData("site:fra,ams,Fra", "site:ams,fra")]
    [InlineData("site:\"fra\"", "site:fra")]
    [InlineData("site:\"f r\"", "site:\"f r\"")]
    [InlineData("site:fra1,fra*,ams", "site:ams,fra*")]
    [InlineData("site:fra,*", "site:*")]
    [InlineData("kernel:<6.2>=5.15", "kernel:>=5.15<6.2")]
    [InlineData("-role:db os:linux", "os:linux -role:db")]
    [InlineData("os:linux\t*", null)]
    public void Equal_selectors_have_one_text(string text, string? canonical) =>
        Assert.Equal(canonical, Selector.Parse(text).Selector?.ToString());

    [Theory]
    [InlineData("", 1, "'*' for every host")]
    [InlineData("  ", 1, "'*' for every host")]
    [InlineData("web", 1, "host:web*")]
    [InlineData("os:linux we(b", 10, "key:value")]
    [InlineData("site:", 6, "a value is missing")]
    [InlineData("site:fra,", 10, "a value is missing")]
    [InlineData("site:,fra", 6, "a value is missing")]
    [InlineData(":fra", 1, "the key is missing")]
    [InlineData("* site:fra", 1, "stands alone")]
    [InlineData("Site:fra", 1, "write site")]
    [InlineData("-Site:fra", 2, "write site")]
    [InlineData("site:fra;drop", 9, "\"fra;drop\"")]
    [InlineData("si te:fra -", 11, "-key:value")]
    [InlineData("site:\"fra", 6, "closing quote")]
    [InlineData("site:\"fra\"x", 11, "closing quote")]
    [InlineData("site:\"\"", 6, "-key:*")]
    [InlineData("site:f*a", 7, "can only end a value")]
    [InlineData("site:fra>5", 9, "a comparison comes first")]
    [InlineData("kernel:>=", 8, "begins with a digit")]
    [InlineData("kernel:>=new", 8, "begins with a digit")]
    [InlineData("kernel:=>5", 8, "not a comparison")]
    [InlineData("kernel:>=5>6", 8, "one lower and one upper")]
    [InlineData("kernel:>=6<5", 8, "no version meets both")]
    [InlineData("label:>=5", 7, "label:KEY")]
    [InlineData("state:drifted", 1, "for searches only")]
    [InlineData("verdict:drifted", 1, "for searches only")]
    [InlineData("differs:effective", 1, "for searches only")]
    [InlineData("policy:edge", 1, "for searches only")]
    public void What_is_no_selector_is_refused_with_its_place_and_what_to_write(string text, int column, string says)
    {
        var (selector, problems) = Selector.Parse(text);
        Assert.Null(selector);
        Assert.Contains(problems, p => p.Column == column && (p.ToString().Contains(says, StringComparison.Ordinal)));
    }

    [Fact]
    public void Every_wrong_term_is_named() =>
        Assert.Equal([1, 3, 10, 12], Selector.Parse("a :b k:c,; Up:d").Problems.Select(p => p.Column));

    [Fact]
    public void Too_many_terms_and_too_long_a_text_are_refused()
    {
        Assert.Contains(
            "at most 32",
            Selector.Parse(string.Join(' ', Enumerable.Range(0, 33).Select(i => $"k{i}:v"))).Problems[0].Rule,
            StringComparison.Ordinal
        );
        Assert.Contains("at most 4096", Selector.Parse("host:" + new string('a', 5000)).Problems[0].Rule, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("site:fra", "site:fra")]
    [InlineData("*", "*")]
    [InlineData("os:linux kernel:6.1* host:a", "os:linux kernel:6.1* host:a")]
    [InlineData("-x:y nic:ixgbe", "label:-x=y label:nic=ixgbe")]
    [InlineData("state:NY label:a policy:p*", "label:state=NY label:label=a label:policy=p*")]
    public void What_was_stored_before_keeps_its_meaning(string stored, string now)
    {
        Assert.Equal(now, EarlierSelector.Translate(stored));
        Assert.NotNull(Selector.Parse(now).Selector);
    }

    [Fact]
    public void The_selector_of_one_host_is_read_back()
    {
        var one = Selector.OfHost("0198c0de-0000-7000-8000-000000000001");
        Assert.Equal(one, Parsed(one.ToString()));
    }

    private static Selector Parsed(string text)
    {
        var (selector, problems) = Selector.Parse(text);
        Assert.Empty(problems);
        return selector!;
    }
}
