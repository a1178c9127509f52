using AngleSharp.Html.Dom;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Console;

public sealed class SelectedHostsTests
{
    [Theory]
    [InlineData("/holds/set", "#selector")]
    [InlineData("/hosts/label", "#selector")]
    [InlineData("/hosts/policy", "#selector")]
    [InlineData("/compliance/exceptions/new", "#hosts")]
    public async Task Hosts_selected_in_the_list_are_named_in_the_form(string page, string field)
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var (first, second) = (await server.EnrolAsync("web-1"), await server.EnrolAsync("web-2"));
        await server.EnrolAsync("web-3");
        await (await server.ApiAsync()).PublishAsync(Api.Iw10, assign: "site:ams");
        Assert.Equal("host:web-1,web-2", await AskedAsync(first.Id, second.Id, "no-such-host"));

        // Another host of that name must not be held with them.
        await server.EnrolAsync("web-2", machine: "another");
        Assert.Equal($"id:{first.Id},{second.Id}", await AskedAsync(first.Id, second.Id));
        Assert.Equal("", await AskedAsync());

        async Task<string> AskedAsync(params string[] ids) =>
            (
                (IHtmlInputElement)
                    (await person.OpenAsync($"{page}?{string.Join('&', ids.Select(id => $"id={id}"))}")).QuerySelector(field)!
            ).Value;
    }

    [Fact]
    public async Task The_list_offers_it_to_those_who_may()
    {
        await using var server = await RunningServer.StartAsync();
        await server.EnrolAsync("web-1");
        using var admin = await Person.SignedInAsync(server);
        using var reader = await Person.SignedInAsync(server, IwTune.Shared.Fleet.Access.Role.Viewer);
        Assert.Equal(4, (await admin.OpenAsync("/hosts")).QuerySelectorAll("#hosts button[formaction]").Length);
        var only = Assert.Single((await reader.OpenAsync("/hosts")).QuerySelectorAll("#hosts button[formaction]"));
        Assert.Equal("/hosts/policy", only.GetAttribute("formaction"));
    }
}
