using System.Net;
using IwTune.Lab;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Console;

public sealed class StandingPageTests
{
    [Fact]
    public async Task A_person_holds_a_host_sees_it_beside_its_health_and_releases_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server);
        var host = await server.EnrolAsync("web-1");
        await api.PublishAsync(HoldCalls.Iw(3), assign: "*");
        await host.TakeAsync();

        using var unsaid = await person.SubmitAsync($"/holds/set?host={host.Id}", "hold", ("Input.Action", "hold"));
        Assert.Contains("reason is required", (await Person.ReadAsync(unsaid)).Body!.TextContent, StringComparison.Ordinal);
        using var done = await person.SubmitAsync(
            $"/holds/set?host={host.Id}",
            "hold",
            ("Input.Action", "hold"),
            ("Input.Reason", "provider change"),
            ("Input.For", "2h")
        );
        Assert.Equal($"/hosts/{host.Id}", done.Headers.Location!.ToString());
        await api.PublishAsync(HoldCalls.Iw(10));
        Assert.Null(await host.TakeAsync());

        var hostPage = await person.OpenAsync($"/hosts/{host.Id}");
        Assert.Contains("web-1 is held", hostPage.Body!.TextContent, StringComparison.Ordinal);
        Assert.Contains("Held at edge revision 1, regardless of publications", hostPage.Body.TextContent, StringComparison.Ordinal);
        var release = hostPage.QuerySelector("a[href^='/holds/release']")!.GetAttribute("href")!;
        await Until.TrueAsync(async () => (await api.StandingAsync(StandingKind.Holds)).Matched == 1, () => "not listed");
        var row = (await person.OpenAsync("/standing?kind=holds")).QuerySelector("tbody tr")!.TextContent;
        Assert.Contains("padmin", row, StringComparison.Ordinal);
        Assert.Contains("Applying", row, StringComparison.Ordinal);
        Assert.Contains("it lacks edge revision 2", row, StringComparison.Ordinal);

        using var released = await person.SubmitAsync(release, "release", ("Reason", "the change is over"));
        Assert.Equal(HttpStatusCode.Redirect, released.StatusCode);
        Assert.Equal(10, (await host.TakeAsync())!.Content.Windows[0].InitCwnd);
        Assert.Contains("not in force", (await person.OpenAsync(release)).Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Many_are_held_only_after_a_look_at_whom_it_reaches_and_with_their_number_above_half()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server);
        for (var i = 0; i < 12; i++)
            await server.EnrolAsync($"web-{i:00}", $"m{i}");
        // Sent without a preview: the page shows the input and changes nothing.
        using var first = await person.SubmitAsync(
            "/holds/set",
            "hold",
            ("Input.Action", "hold"),
            ("Input.Selector", "*"),
            ("Input.Reason", "freeze")
        );
        var seen = await Person.ReadAsync(first);
        Assert.Contains("12 hosts of 12 are held from now on: 12 at no policy", seen.Body!.TextContent, StringComparison.Ordinal);
        using var second = await person.SendAsync(seen, "/holds/set", "hold", ("Input.Action", "hold"), ("Input.Reason", "freeze"));
        var unsaid = await Person.ReadAsync(second);
        Assert.Contains("confirm with that number, 12", unsaid.Body!.TextContent, StringComparison.Ordinal);
        using var third = await person.SendAsync(
            unsaid,
            "/holds/set",
            "hold",
            ("Input.Action", "hold"),
            ("Input.Reason", "freeze"),
            ("Input.Confirm", "12")
        );
        Assert.Equal("/standing?kind=holds", third.Headers.Location!.ToString());
        await Until.TrueAsync(async () => (await api.StandingAsync(StandingKind.Holds)).Matched == 12, () => "not all are held");
    }

    [Fact]
    public async Task Lists_have_counts_as_tabs_a_filter_and_a_file()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        await server.EnrolAsync("web-1", "m1", ("site", "fra"));
        await server.EnrolAsync("=cmd()", "m2", ("site", "ams"));
        await Until.TrueAsync(async () => (await api.StandingAsync(StandingKind.Unreachable)).Matched == 2, () => "not judged");

        var page = await person.OpenAsync("/standing?kind=unreachable&q=site%3Afra");
        Assert.Equal("Unreachable 1", Assert.Single(page.QuerySelectorAll("nav[aria-label=Lists] a[aria-current]")).TextContent);
        Assert.Equal("web-1", Assert.Single(page.QuerySelectorAll("tbody th")).TextContent);
        Assert.Empty(page.QuerySelectorAll("a[href^='/holds/set']"));
        using var file = await person.GetAsync("/standing.csv?kind=unreachable");
        var lines = (await file.Content.ReadAsStringAsync()).Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
        Assert.StartsWith("host,id,list,state,", lines[0], StringComparison.Ordinal);
        Assert.StartsWith("'=cmd(),", lines[1], StringComparison.Ordinal);
        Assert.Contains(",Unreachable,NeverSeen,", lines[2], StringComparison.Ordinal);
        var log = await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage);
        Assert.Equal(
            "The list 'unreachable' was exported as CSV.",
            Assert.Single(log.Entries, entry => entry.Action == "standing.export").Text
        );
        Assert.Contains("Unknown list", (await person.OpenAsync("/standing?kind=odd")).Body!.TextContent, StringComparison.Ordinal);
        // The overview has a number for each verdict; a list that counts the same word otherwise is not beside it.
        var overview = await person.OpenAsync("/");
        Assert.Empty(overview.QuerySelectorAll("#standing-line a[href='/standing?kind=unreachable']"));
        using var refused = await person.GetAsync("/holds/set");
        Assert.NotEqual(HttpStatusCode.OK, refused.StatusCode);
    }

    [Fact]
    public async Task A_host_says_who_changes_its_windows_and_how_often_today()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var host = await server.EnrolAsync("web-1");
        await host.DurableAsync([
            .. Enumerable
                .Range(0, 41)
                .Select(_ =>
                    host.Line(
                        new HostEvent(HostEventKind.Repaired, "", "again") { Writer = "NetworkManager", Target = "ipv4 main default" }
                    ) with
                    {
                        At = server.Clock.GetUtcNow(),
                    }
                ),
        ]);
        Assert.Contains(
            "NetworkManager changed it 41 times",
            (await person.OpenAsync("/hosts/web-1")).Body!.TextContent,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "NetworkManager",
            (await person.OpenAsync("/standing?days=7")).QuerySelector("[aria-labelledby=writers] tbody")!.TextContent,
            StringComparison.Ordinal
        );
    }
}
