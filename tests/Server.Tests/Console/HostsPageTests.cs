using IwTune.Lab;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Console;

public sealed class HostsPageTests
{
    [Fact]
    public async Task An_empty_fleet_shows_the_exact_command_that_fills_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);

        var page = await person.OpenAsync("/hosts");

        Assert.Contains("iwtune-server token create", page.QuerySelector(".empty code")!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_row_says_name_state_policy_and_labels_and_leads_to_the_host()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await (await server.ApiAsync()).PublishAsync(Api.Iw10, assign: "*");
        var host = await server.EnrolAsync("fra-web-017", labels: ("site", "fra"));

        var row = Assert.Single((await person.OpenAsync("/hosts")).QuerySelectorAll("#host-rows tr"));

        Assert.Equal("fra-web-017", row.QuerySelector(".row-link")!.TextContent);
        Assert.Equal($"/hosts/{host.Id}", row.QuerySelector(".row-link")!.GetAttribute("href"));
        Assert.Contains("Never seen", row.TextContent, StringComparison.Ordinal);
        Assert.Contains("edge r1", row.TextContent, StringComparison.Ordinal);
        Assert.Equal("/hosts?q=site%3Afra", row.QuerySelector("a.label")!.GetAttribute("href"));
        await person.OpenAsync($"/hosts/{host.Id}");
    }

    [Fact]
    public async Task What_was_measured_before_a_host_fell_silent_is_not_shown_as_its_present_window()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var host = await server.EnrolAsync();
        await host.CheckInAsync();
        await host.DurableAsync(
            host.Line(host.State(10, 10)),
            host.Line(
                new Evidence
                {
                    TargetId = "ipv4 main default via 192.0.2.1 dev eth0",
                    Method = EvidenceMethod.FreshConnection,
                    At = server.Clock.GetUtcNow(),
                    Conclusive = true,
                    EffectiveSegments = 10,
                }
            )
        );
        await ShowsAsync("10 → configured, effective 10 seg");
        server.Clock.Jump(TimeSpan.FromMinutes(45));
        await ShowsAsync("10 → configured, effective ? seg");

        Task ShowsAsync(string window) =>
            Until.TrueAsync(
                async () =>
                    (await person.OpenAsync("/hosts"))
                        .QuerySelector("#host-rows .window")
                        ?.TextContent.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)
                        .SequenceEqual(window.Split(' ')) == true,
                () => $"the list does not show '{window}'"
            );
    }

    [Fact]
    public async Task Pages_neither_repeat_nor_lose_a_host_in_either_direction()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var token = await server.TokenAsync();
        for (var i = 0; i < 120; i++)
            await TestHost.EnrolAsync(server, token, $"web-{i:000}");

        foreach (var sort in (string[])["name", "-name", "seen", "-state"])
        {
            var seen = new List<string>();
            var last = "";
            for (var address = $"/hosts?sort={sort}"; address is not null; )
            {
                var page = await person.OpenAsync(last = address);
                seen.AddRange(page.QuerySelectorAll(".row-link").Select(a => a.TextContent));
                address = page.QuerySelector("a[rel=next]")?.GetAttribute("href");
            }
            Assert.Equal(120, seen.Distinct().Count());
            Assert.Equal(120, seen.Count);
            var back = await person.OpenAsync((await person.OpenAsync(last)).QuerySelector("a[rel=prev]")!.GetAttribute("href")!);
            Assert.Equal(seen[50..100], back.QuerySelectorAll(".row-link").Select(a => a.TextContent));
        }
    }

    [Fact]
    public async Task A_heading_turns_its_own_order_round_and_keeps_the_filter()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await server.EnrolAsync("fra-web-017");

        var heading = (await person.OpenAsync("/hosts?q=web&sort=rtt")).QuerySelector("th[aria-sort]")!;

        Assert.Equal("ascending", heading.GetAttribute("aria-sort"));
        Assert.Equal("/hosts?q=web&sort=-rtt", heading.QuerySelector("a")!.GetAttribute("href"));
    }

    [Theory]
    [InlineData("site:fra", 1)]
    [InlineData("site:f*", 1)]
    [InlineData("web", 2)]
    [InlineData("os:linux state:neverseen", 2)]
    [InlineData("policy:edge", 0)]
    [InlineData("site:mars", 0)]
    public async Task A_filter_narrows_the_list(string filter, int expected)
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await server.EnrolAsync("fra-web-1", "m1", ("site", "fra"));
        await server.EnrolAsync("ams-web-1", "m2", ("site", "ams"));

        var page = await person.OpenAsync($"/hosts?q={Uri.EscapeDataString(filter)}");

        Assert.Equal(expected, page.QuerySelectorAll("#host-rows tr").Length);
        Assert.Equal(expected == 0, page.QuerySelector(".empty") is not null);
    }

    [Fact]
    public async Task A_filter_that_is_not_understood_never_looks_like_one_that_matched_everything()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await server.EnrolAsync();

        var page = await person.OpenAsync("/hosts?q=state%3Aasleep");

        Assert.Empty(page.QuerySelectorAll("#host-rows tr"));
        Assert.Contains("is not a verdict", page.Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Markup_from_a_host_or_a_person_is_text()
    {
        const string markup = "<img src=x onerror=alert(1)>";
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        using var answer = await api.TryPublishAsync(Api.Iw10, reason: markup);
        answer.EnsureSuccessStatusCode();
        var token = await server.TokenAsync();
        using var joined = await server
            .Client()
            .PostAsync(
                AgentPaths.Enrol,
                new StringContent(
                    System.Text.Json.JsonSerializer.Serialize(
                        new EnrolRequest(
                            token,
                            TestHost.FactsOf("web-1") with
                            {
                                OsName = markup,
                                CongestionControl = markup,
                                Qdisc = "\"><script>",
                            }
                        ),
                        WireJson.Default.EnrolRequest
                    )
                )
            );

        foreach (
            var address in (string[])
                ["/", "/hosts", "/hosts/web-1", "/policies", "/policies/edge", "/audit", $"/hosts?q={Uri.EscapeDataString(markup)}"]
        )
        {
            using var page = await person.GetAsync(address);
            var document = new AngleSharp.Html.Parser.HtmlParser().ParseDocument(await page.Content.ReadAsStringAsync());
            Assert.Empty(document.QuerySelectorAll("img, script:not([src]), [onerror]"));
        }
    }

    [Fact]
    public async Task The_export_holds_every_match_and_no_formula()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await server.EnrolAsync("web-1", "m1");
        await server.EnrolAsync("sql-1", "m2");

        using var answer = await person.GetAsync("/hosts.csv?q=web");
        var lines = (await answer.Content.ReadAsStringAsync()).Split("\r\n", StringSplitOptions.RemoveEmptyEntries);

        Assert.Equal("text/csv", answer.Content.Headers.ContentType!.MediaType);
        Assert.Equal(2, lines.Length);
        Assert.StartsWith("host,id,verdict,", lines[0], StringComparison.Ordinal);
        Assert.StartsWith("web-1,", lines[1], StringComparison.Ordinal);
    }
}
