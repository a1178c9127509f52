using System.Net;
using AngleSharp.Html.Dom;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Console;

public sealed class HostFacetsTests
{
    [Fact]
    public async Task A_list_of_hosts_is_narrowed_by_what_its_hosts_have_in_common()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        foreach (var (name, site) in ((string, string)[])[("a", "fra"), ("b", "fra"), ("c", "ams"), ("d", "ams"), ("e", "ams")])
            await server.EnrolAsync(name, labels: [("site", site), ("rack", name)]);

        var all = await person.OpenAsync("/hosts?facets=true");
        Assert.Equal(["ams 3", "fra 2"], Values(all, "Site"));
        // Each host is in another rack, and all have the same state: neither narrows the list.
        Assert.Equal(["Site"], all.QuerySelectorAll(".facets h2").Select(head => head.TextContent));

        var frankfurt = all.QuerySelectorAll(".facet").Single(link => link.TextContent.Contains("fra", StringComparison.Ordinal));
        var narrowed = await person.OpenAsync(frankfurt.GetAttribute("href")!);
        Assert.Equal(2, narrowed.QuerySelectorAll("#host-rows tr").Length);

        var part = await person.OpenAsync("/hosts/facets?q=site:fra&sort=-seen");
        var chosen = part.QuerySelector(".facet[aria-current=true]")!;
        Assert.Equal("/hosts?sort=-seen", chosen.GetAttribute("href"));
        using var odd = await person.GetAsync("/hosts/facets?q=state:odd");
        Assert.Equal(HttpStatusCode.BadRequest, odd.StatusCode);
    }

    [Fact]
    public async Task Hosts_whose_window_differs_are_counted_and_found_by_a_click()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var host = await server.EnrolAsync("a");
        await server.EnrolAsync("b");
        Assert.Empty(Values(await person.OpenAsync("/hosts?facets=true"), "'Differs from required'"));

        await host.DurableAsync(host.Line(host.State(10, 4)));
        var page = await person.OpenAsync("/hosts?facets=true");
        Assert.Equal(["Configured 1"], Values(page, "'Differs from required'"));
        var found = await person.OpenAsync(page.QuerySelector(".facet[href*=differs]")!.GetAttribute("href")!);
        Assert.Equal("a", Assert.Single(found.QuerySelectorAll("#host-rows .row-link")).TextContent);
    }

    [Fact]
    public async Task A_search_by_a_key_that_no_host_has_says_so()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await server.EnrolAsync("a", labels: ("site", "fra"));
        Assert.Contains(
            "No host has a label colour;",
            (await person.OpenAsync("/hosts?q=colour:red+site:ams")).QuerySelector("main")!.TextContent,
            StringComparison.Ordinal
        );
        Assert.DoesNotContain(
            "No host has a label",
            (await person.OpenAsync("/hosts?q=site:ams+name")).QuerySelector("main")!.TextContent,
            StringComparison.Ordinal
        );
    }

    private static IEnumerable<string> Values(IHtmlDocument page, string title) =>
        page.QuerySelectorAll($".facets section[aria-label={title}] .facet").Select(link => string.Join(' ', Words(link.TextContent)));

    private static string[] Words(string text) => text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
}
