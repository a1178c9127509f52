using IwTune.Agent.Cli.Surveying;

namespace IwTune.Agent.Tests.Cli.Surveying;

public sealed class TargetListTests
{
    private static readonly string[] Hosts = ["www.example.org", "192.0.2.1", "2001:db8::1"];
    private static readonly string[] Pages = ["/", "/large.css", "/a#b?c=%20"];

    [Fact]
    public void A_line_is_a_host_with_a_page_or_tls_and_a_segment_size()
    {
        var (targets, problems) = TargetList.Parse(
            """
            # ours
            WWW.Example.org.

              www.example.org:8080   /large.css mss=88   # with a short answer
            192.0.2.1 tls
            [2001:DB8::1]:8443 mss=1000 tls
            2001:db8::2 /#top
            """
        );
        Assert.Empty(problems);
        Assert.Equal(
            [
                new SurveyTarget(2, "www.example.org", 80, Tls: false, "/", 536),
                new SurveyTarget(4, "www.example.org", 8080, Tls: false, "/large.css", 88),
                new SurveyTarget(5, "192.0.2.1", 443, Tls: true, "/", 536),
                new SurveyTarget(6, "2001:db8::1", 8443, Tls: true, "/", 1000),
                new SurveyTarget(7, "2001:db8::2", 80, Tls: false, "/#top", 536),
            ],
            targets
        );
    }

    [Fact]
    public void All_problems_of_a_list_are_named_with_their_lines()
    {
        var (_, problems) = TargetList.Parse(
            """
            a.example
            https://b.example/
            c.example mss=87 size=3
            d.example tls /page
            A.example:80 /other
            e.example tls tls
            f.example /ü
            """
        );
        Assert.Equal(
            [
                "2: 'https://b.example/' is not a host: write a name or an address, and a port if need be, as in www.example.org:443 or "
                    + "[2001:db8::1]:443. Not a URL: the page and tls are words of their own.",
                "3: 'mss=87': write mss= and a number of bytes from 88 to 32767.",
                "3: 'size=3' is unknown: behind the host write a page from its slash on, tls, or mss=N.",
                "4: '/page': with tls the certificates are counted and no page is asked for; leave one of them out.",
                "5: a.example:80 is in line 1 too; write each service once.",
                "6: 'tls': a line has one page, one tls and one mss=N at most.",
                "7: '/ü': a page has printable ASCII characters only; write others as %xx.",
            ],
            problems
        );
    }

    [Theory]
    [InlineData("")]
    [InlineData("# nothing\n\n")]
    public void A_list_without_a_service_says_what_a_line_is(string text) =>
        Assert.Equal(
            ["1: the list has no service. Write a line for each: HOST[:PORT] [/PAGE] [tls] [mss=N]."],
            TargetList.Parse(text).Problems
        );

    [Fact]
    public void A_list_has_at_most_a_thousand_services()
    {
        var text = string.Concat(Enumerable.Range(1, 1001).Select(port => $"a.example:{port}\n"));
        Assert.Contains(
            "the list has 1001 services; a survey takes at most 1000.",
            TargetList.Parse(text).Problems.Single(),
            StringComparison.Ordinal
        );
        Assert.Empty(TargetList.Parse(text[..text.LastIndexOf("a.example", StringComparison.Ordinal)]).Problems);
    }

    [Fact]
    public void Whatever_was_written_is_what_is_asked()
    {
        var random = new Random(Cases.Seed(20261125));
        for (var i = 0; i < Cases.Of(20_000, 2_000); i++)
        {
            var (host, port, tls) = (Hosts[random.Next(Hosts.Length)], random.Next(1, 65_536), random.Next(2) == 0);
            var (page, mss) = (Pages[random.Next(Pages.Length)], random.Next(88, 32_768));
            string[] words = [tls ? "tls" : page, $"mss={mss}"];
            random.Shuffle(words);
            var space = new string(random.Next(2) == 0 ? ' ' : '\t', random.Next(1, 4));
            var name = host.Contains(':') ? $"[{host}]" : host;
            var line = string.Join(space, [$"{name}:{port}", .. words]) + (random.Next(2) == 0 ? "\r" : " # why");
            var (targets, problems) = TargetList.Parse($"\n{line}\n");
            Assert.Empty(problems);
            Assert.Equal([new SurveyTarget(2, host, port, tls, tls ? "/" : page, mss)], targets);
        }
    }

    [Fact]
    public void Any_text_is_read_or_refused_with_its_line()
    {
        const string letters = "abA.:[]/#% \t\r\n=ms8tl0\u00fc\ud83d\0";
        var random = new Random(Cases.Seed(20261125));
        for (var i = 0; i < Cases.Of(200_000, 20_000); i++)
        {
            var text = new string([.. Enumerable.Range(0, random.Next(60)).Select(_ => letters[random.Next(letters.Length)])]);
            var (targets, problems) = TargetList.Parse(text);
            var lines = text.Split('\n').Length;
            Assert.True(targets.Count + problems.Count > 0, text);
            Assert.Equal(targets.Count, targets.DistinctBy(target => target.Service).Count());
            Assert.All(targets, target => Assert.InRange(target.Line, 1, lines));
            Assert.All(problems, problem => Assert.InRange(int.Parse(problem[..problem.IndexOf(':')]), 1, lines));
        }
    }
}
