using System.Net;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Console;

public sealed class HostColumnsTests
{
    [Fact]
    public async Task Columns_are_chosen_without_script_kept_in_the_address_and_remembered()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await server.EnrolAsync("a", "m1", ("site", "fra"));
        var page = await person.OpenAsync("/hosts?q=site:fra&sort=-seen");
        Assert.Equal(["Host", "Verdict", "Window", "Policy", "RTT", "MSS", "Kernel", "Labels", "Last seen"], Heads(page));
        var form = page.QuerySelector("#host-columns")!;
        Assert.Equal(("get", "/hosts"), (form.GetAttribute("method"), form.GetAttribute("action")));
        Assert.Null(form.Closest("form form"));
        Assert.Contains(
            "label:site",
            page.QuerySelectorAll("input[form=host-columns][name=show]").Select(box => box.GetAttribute("value"))
        );

        using var chosen = await person.GetAsync("/hosts?choose=columns&q=site:fra&sort=-seen&show=label:site&show=agent&show=os");
        Assert.Equal(HttpStatusCode.Redirect, chosen.StatusCode);
        var address = chosen.Headers.Location!.ToString();
        Assert.Equal("/hosts?q=site%3Afra&sort=-seen&cols=os,agent,label%3Asite", address);
        var shown = await person.OpenAsync(address);
        Assert.Equal(["Host", "Verdict", "System", "Agent", "Site"], Heads(shown));
        Assert.Contains("fra", shown.QuerySelector("#host-rows tr")!.TextContent, StringComparison.Ordinal);
        Assert.Contains("cols=os", shown.QuerySelector("#host-rows")!.GetAttribute("hx-get"), StringComparison.Ordinal);

        Assert.Equal(["Host", "Verdict", "System", "Agent", "Site"], Heads(await person.OpenAsync("/hosts")));
        Assert.Equal(["Host", "Verdict", "MSS"], Heads(await person.OpenAsync("/hosts?cols=mss,nonsense")));
        Assert.Equal(9, Heads(await person.OpenAsync("/hosts?cols=standard")).Count());
        using var back = await person.GetAsync("/hosts?choose=standard&show=agent");
        Assert.Equal("/hosts", back.Headers.Location!.ToString());
        Assert.Equal(9, Heads(await person.OpenAsync("/hosts")).Count());
    }

    [Fact]
    public async Task The_export_has_the_columns_chosen()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await server.EnrolAsync("a", "m1", ("site", "fra"));
        Assert.Equal(
            "host,id,verdict,reason,policy,revision,held_revision,configured_initcwnd,effective_segments,binding_term,"
                + "rtt_us,mss,os,os_name,kernel,"
                + "agent,labels,enrolled_utc,last_seen_utc",
            await HeadAsync("/hosts.csv")
        );
        var link = (await person.OpenAsync("/hosts?cols=owner,label:site,rtt"))
            .QuerySelector("a[href^='/hosts.csv']")!
            .GetAttribute("href")!;
        Assert.Equal("host,id,verdict,reason,rtt_us,route_owner,label_site", await HeadAsync(link));

        async Task<string> HeadAsync(string address)
        {
            using var answer = await person.GetAsync(address);
            return (await answer.Content.ReadAsStringAsync()).Split("\r\n")[0];
        }
    }

    [Theory]
    [InlineData("os", "c a b d")]
    [InlineData("agent", "b c a d")]
    [InlineData("owner", "d a b c")]
    [InlineData("effective", "b a c d")]
    [InlineData("enrolled", "d c b a")]
    [InlineData("label:rack", "a c b d")]
    public async Task Every_column_that_has_an_order_sorts_up_and_down(string sort, string expected)
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var (a, b) = (
            await EnrolAsync("a", "Debian GNU/Linux 12 (bookworm)", "0.10.0", ("rack", "2")),
            await EnrolAsync("b", "Debian GNU/Linux 13 (trixie)", "0.2.0", ("rack", "10"))
        );
        await EnrolAsync("c", "Debian GNU/Linux 9 (stretch)", "0.9.1", ("rack", "3"));
        var d = await EnrolAsync("d", "Ubuntu 24.04", "1.0.0");
        await a.DurableAsync(a.Line(Measured(10)));
        await b.DurableAsync(b.Line(Measured(4)));
        await d.DurableAsync(d.Line(d.State(10, 10)));

        Assert.Equal(expected.Split(' '), await NamesAsync(sort));
        Assert.Equal(expected.Split(' ').Reverse(), await NamesAsync("-" + sort));

        async Task<TestHost> EnrolAsync(string name, string os, string agent, params (string, string)[] labels)
        {
            server.Clock.Advance(TimeSpan.FromMinutes(1));
            return await TestHost.EnrolAsync(
                server,
                await server.TokenAsync(labels: labels),
                TestHost.FactsOf(name, name) with
                {
                    OsName = os,
                    AgentVersion = agent,
                }
            );
        }

        async Task<IEnumerable<string>> NamesAsync(string order) =>
            (await person.OpenAsync($"/hosts?sort={order}")).QuerySelectorAll("#host-rows .row-link").Select(link => link.TextContent);
    }

    [Fact]
    public async Task A_cell_of_the_page_has_what_the_file_has()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var a = await server.EnrolAsync("a", "m1", ("rack", "2"));
        await a.DurableAsync(a.Line(a.State(10, 10)));
        const string Columns = "cols=os,agent,owner,label:rack";
        using var file = await person.GetAsync($"/hosts.csv?{Columns}");
        var line = (await file.Content.ReadAsStringAsync()).Split("\r\n")[1].Split(',');
        var cells = (await person.OpenAsync($"/hosts?{Columns}")).QuerySelectorAll("#host-rows td").Select(cell => cell.TextContent.Trim());
        Assert.Equal(line[^4..], cells.TakeLast(4));
        Assert.DoesNotContain("", line[^4..]);
    }

    private static Evidence Measured(int segments) =>
        new()
        {
            TargetId = "ipv4 main default via 192.0.2.1 dev eth0",
            Method = EvidenceMethod.FreshConnection,
            At = DateTimeOffset.UnixEpoch,
            Conclusive = true,
            EffectiveSegments = segments,
        };

    private static IEnumerable<string> Heads(AngleSharp.Html.Dom.IHtmlDocument page) =>
        page.QuerySelectorAll("#hosts thead th:not(.select)").Select(head => head.TextContent.Trim());
}
