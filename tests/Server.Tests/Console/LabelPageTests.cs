using System.Net;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Console;

public sealed class LabelPageTests
{
    [Fact]
    public async Task Selected_hosts_are_labelled_after_the_page_said_where_they_move()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var (first, second) = (await server.EnrolAsync("web-1", "m1", ("site", "fra")), await server.EnrolAsync("web-2", "m2"));
        await server.EnrolAsync("web-3", "m3");
        await (await server.ApiAsync()).PublishAsync(Api.Iw10, assign: "site:ams");

        var at = $"/hosts/label?id={first.Id}&id={second.Id}";
        using var wrong = await person.SubmitAsync(at, "label", ("Input.Key", "os"), ("Input.Value", "a b"), ("Input.Action", "check"));
        Assert.Equal(2, (await Person.ReadAsync(wrong)).QuerySelectorAll(".field-problem").Length);

        using var asked = await person.SubmitAsync(at, "label", ("Input.Key", "site"), ("Input.Value", "ams"), ("Input.Action", "check"));
        var page = await Person.ReadAsync(asked);
        Assert.Equal(
            ["2 hosts of 3 get the label site=ams.", "Replaced: site=fra on 1.", "2 hosts move from no policy to edge."],
            page.QuerySelectorAll(".notice p").Select(p => p.TextContent)
        );
        Assert.Contains("Set site=ams", page.QuerySelector("button.primary")!.TextContent, StringComparison.Ordinal);

        // Without a reason it is asked for; another label than the one that was shown is shown first.
        using var unsaid = await person.SendAsync(page, at, "label", ("Input.Action", "apply"));
        Assert.Single((await Person.ReadAsync(unsaid)).QuerySelectorAll(".field-problem"));
        using var other = await person.SendAsync(
            page,
            at,
            "label",
            ("Input.Action", "apply"),
            ("Input.Value", "lon"),
            ("Input.Reason", "moved")
        );
        Assert.Contains("site=lon", (await Person.ReadAsync(other)).QuerySelector(".notice")!.TextContent, StringComparison.Ordinal);

        using var done = await person.SendAsync(page, at, "label", ("Input.Action", "apply"), ("Input.Reason", "moved"));
        Assert.Equal(HttpStatusCode.Redirect, done.StatusCode);
        Assert.Equal(2, (await person.OpenAsync("/hosts?q=site:ams")).QuerySelectorAll("#host-rows tr").Length);
    }

    [Fact]
    public async Task Only_people_who_may_change_hosts_see_the_page()
    {
        await using var server = await RunningServer.StartAsync();
        using var reader = await Person.SignedInAsync(server, Role.Viewer);
        using var refused = await reader.GetAsync("/hosts/label");
        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
    }
}
