using AngleSharp.Html.Dom;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Console;

public sealed class PolicyPreviewPageTests
{
    [Fact]
    public async Task A_policy_on_selected_hosts_is_previewed_by_a_reader_and_then_assigned_by_a_publisher()
    {
        await using var server = await RunningServer.StartAsync();
        var (first, second) = (await server.EnrolAsync("web-1", "m1", ("site", "fra")), await server.EnrolAsync("web-2", "m2"));
        await server.EnrolAsync("web-3", "m3");
        await (await server.ApiAsync()).PublishAsync(Api.Iw10, assign: "site:fra");

        using var reader = await Person.SignedInAsync(server, Role.Viewer);
        var empty = await reader.OpenAsync($"/hosts/policy?id={first.Id}&id={second.Id}");
        Assert.Empty(empty.QuerySelectorAll(".field-problem, #impact-hosts"));
        var shown = await reader.OpenAsync("/hosts/policy?selector=host:web-1,web-2&policy=edge&priority=5");
        Assert.Contains("2 hosts of 3 match. edge then applies to 2 of them.", shown.Body!.TextContent, StringComparison.Ordinal);
        Assert.Equal("web-2", shown.QuerySelector("table tbody th")!.TextContent);

        using var admin = await Person.SignedInAsync(server);
        var at = (IHtmlAnchorElement)
            (await admin.OpenAsync("/hosts/policy?selector=host:web-1,web-2&policy=edge&priority=5")).QuerySelector("a[href*='/assign']")!;
        var assign = await admin.OpenAsync(at.PathName + at.Search);
        Assert.Equal("host:web-1,web-2", ((IHtmlInputElement)assign.QuerySelector("#selector")!).Value);
        Assert.Equal("5", ((IHtmlInputElement)assign.QuerySelector("#priority")!).Value);
    }

    [Theory]
    [InlineData("selector=&policy=edge", 1)]
    [InlineData("selector=site:fra&policy=gone&priority=many", 2)]
    [InlineData("selector=colour!:blue&policy=&priority=1001", 3)]
    public async Task All_problems_of_the_form_are_shown_at_once(string query, int problems)
    {
        await using var server = await RunningServer.StartAsync();
        await server.EnrolAsync("web-1");
        await (await server.ApiAsync()).PublishAsync(Api.Iw10, assign: "site:fra");
        using var reader = await Person.SignedInAsync(server, Role.Viewer);
        var page = await reader.OpenAsync($"/hosts/policy?{query}");
        Assert.Equal(problems, page.QuerySelectorAll(".field-problem").Length);
        Assert.Null(page.QuerySelector("#impact-hosts"));
    }
}
