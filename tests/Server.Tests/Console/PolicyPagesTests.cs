using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Policies.Pages;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Console;

public sealed class PolicyPagesTests
{
    private const string Broken = "policy: edge\nwindow: { initcwnd: 1024 }\nscopes: [ default ]\nmoed: audit\n";

    [Fact]
    public async Task Every_problem_is_shown_with_its_place_and_the_text_is_kept()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);

        using var answer = await person.SubmitAsync(
            "/policies/new",
            "policy",
            ("Draft.Document", Broken),
            ("Draft.Reason", "try"),
            ("Draft.Action", "publish")
        );
        var page = await Person.ReadAsync(answer);

        Assert.Equal(["2:21", "4:1"], page.QuerySelectorAll(".problems .place").Select(e => e.TextContent).Order());
        Assert.Equal(Broken, page.QuerySelector("textarea")!.TextContent);
        Assert.Equal("try", page.QuerySelector("#reason")!.GetAttribute("value"));
        Assert.Null((await person.OpenAsync("/policies")).QuerySelector(".row-link"));
    }

    [Fact]
    public async Task A_staged_revision_is_named_so_beside_the_released_one_whose_adoption_is_shown()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        Assert.Equal("r1", await LatestAsync());
        using var staged = await api.PostAsJsonAsync(
            FleetPaths.Policies,
            new PublishRequest(Api.Iw10, "for a rollout", Stage: true),
            PoliciesJson.Default.PublishRequest
        );
        staged.EnsureSuccessStatusCode();
        Assert.Equal("r2 staged, r1 current", await LatestAsync());

        async Task<string> LatestAsync() =>
            string.Join(
                ' ',
                (await person.OpenAsync("/policies"))
                    .QuerySelector("tr:has(.row-link) td")!
                    .TextContent.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)
            );
    }

    [Fact]
    public async Task A_policy_that_no_host_follows_says_why_beside_its_assignments()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var api = await server.ApiAsync();
        await server.EnrolAsync();
        await api.PublishAsync(Api.Iw3);
        Assert.Equal("No hosts follow this policy.", await AdoptionAsync());
        await api.AssignAsync("edge", "site:mars", 0);
        Assert.Equal("No hosts follow this policy: its assignments match none.", await AdoptionAsync());
        await api.PublishAsync(HoldCalls.Iw(4, "other"), assign: "*");
        await api.AssignAsync("other", "host:web-1", 9);
        await api.AssignAsync("edge", "*", 0);
        Assert.Equal(
            "No hosts follow this policy: other assignments or holds decide on those that its assignments match.",
            await AdoptionAsync()
        );

        async Task<string> AdoptionAsync() =>
            (await person.OpenAsync("/policies/edge")).QuerySelector("[aria-labelledby=adoption] p")!.TextContent.Trim();
    }

    [Fact]
    public async Task Only_the_text_whose_preview_was_seen_is_published()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var checkedAnswer = await person.SubmitAsync(
            "/policies/new",
            "policy",
            ("Draft.Document", Api.Iw3),
            ("Draft.Reason", "r"),
            ("Draft.Action", "check")
        );
        var preview = await Person.ReadAsync(checkedAnswer);

        using var swapped = await person.SendAsync(
            preview,
            "/policies/new",
            "policy",
            ("Draft.Document", Api.Iw10),
            ("Draft.Action", "publish")
        );
        Assert.Equal(HttpStatusCode.OK, swapped.StatusCode);
        using var published = await person.SendAsync(preview, "/policies/new", "policy", ("Draft.Action", "publish"));

        Assert.Equal("/policies/edge", published.Headers.Location!.ToString());
        Assert.Contains(
            "initcwnd: 3",
            (await person.OpenAsync("/policies/edge")).QuerySelector(".document")!.TextContent,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_form_without_its_antiforgery_token_changes_nothing()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await (await server.ApiAsync()).PublishAsync(Api.Iw3);
        await (await server.ApiAsync()).PublishAsync(Api.Iw10);

        using var answer = await person.PostAsync(
            "/policies/edge/rollback?to=1",
            new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["_handler"] = "rollback",
                ["Input.Reason"] = "forged",
                ["Input.Hosts"] = "",
            }
        );

        Assert.Contains(
            "Nothing was changed",
            (await Person.ReadAsync(answer, HttpStatusCode.BadRequest)).Body!.TextContent,
            StringComparison.Ordinal
        );
        Assert.DoesNotContain("forged", (await person.OpenAsync("/audit")).Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rollback_needs_a_reason_and_is_a_new_revision()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await (await server.ApiAsync()).PublishAsync(Api.Iw3);
        await (await server.ApiAsync()).PublishAsync(Api.Iw10);

        using var without = await person.SubmitAsync("/policies/edge/rollback?to=1", "rollback");
        Assert.NotNull((await Person.ReadAsync(without)).QuerySelector("#reason[aria-invalid=true]"));
        using var with = await person.SubmitAsync("/policies/edge/rollback?to=1", "rollback", ("Input.Reason", "p95 rose"));

        Assert.Equal(HttpStatusCode.Redirect, with.StatusCode);
        var page = await person.OpenAsync("/policies/edge");
        Assert.StartsWith("r3 = r1", page.QuerySelector("tbody tr th")!.TextContent, StringComparison.Ordinal);
        Assert.NotNull(page.QuerySelector(".notice-good"));
        Assert.Null((await person.OpenAsync("/policies/edge")).QuerySelector(".notice-good"));
    }

    [Fact]
    public async Task Many_revisions_are_shown_in_pages()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var api = await server.ApiAsync();
        for (var i = 0; i < PolicyBoard.ShownRevisions + 2; i++)
            await api.PublishAsync(i % 2 == 0 ? Api.Iw3 : Api.Iw10);

        var latest = await person.OpenAsync("/policies/edge");
        var rows = latest.QuerySelectorAll("section[aria-labelledby=revisions] tbody tr");
        Assert.Equal(PolicyBoard.ShownRevisions, rows.Length);
        Assert.StartsWith("r52", rows[0].QuerySelector("th")!.TextContent, StringComparison.Ordinal);
        var next = latest.QuerySelector("a[rel=next]")!.GetAttribute("href")!;
        Assert.Equal("/policies/edge?before=3", next);

        var older = await person.OpenAsync(next);
        Assert.Equal(2, older.QuerySelectorAll("section[aria-labelledby=revisions] tbody tr").Length);
        Assert.Null(older.QuerySelector("a[rel=next]"));
        Assert.Equal("/policies/edge", older.QuerySelector("a[rel=prev]")!.GetAttribute("href"));
        Assert.Contains("Text of revision 52", older.Body!.TextContent, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/policies/none", HttpStatusCode.NotFound)]
    [InlineData("/policies/edge/diff?from=1&to=9", HttpStatusCode.NotFound)]
    [InlineData("/policies/edge/rollback?to=9", HttpStatusCode.NotFound)]
    [InlineData("/policies/edge/rollback?to=1", HttpStatusCode.NotFound)]
    [InlineData("/hosts/none", HttpStatusCode.NotFound)]
    [InlineData("/nowhere", HttpStatusCode.NotFound)]
    public async Task What_is_not_there_has_a_page_that_says_so(string address, HttpStatusCode expected)
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await (await server.ApiAsync()).PublishAsync(Api.Iw3);

        var page = await person.OpenAsync(address, expected);

        Assert.Contains("Page not found", page.Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_document_that_is_too_long_is_a_problem_like_any_other()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var document = new string('x', 300 * 1024);

        using var answer = await person.SubmitAsync("/policies/new", "policy", ("Draft.Document", document), ("Draft.Action", "check"));
        var page = await Person.ReadAsync(answer);

        Assert.NotEmpty(page.QuerySelectorAll(".problems li"));
        Assert.Equal(document.Length, page.QuerySelector("textarea")!.TextContent.Length);
    }

    [Fact]
    public async Task A_form_of_two_megabytes_is_refused_with_a_page_and_the_server_goes_on()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);

        using var answer = await person.SubmitAsync(
            "/policies/new",
            "policy",
            ("Draft.Document", new string('x', 2 << 20)),
            ("Draft.Action", "check")
        );
        var page = await Person.ReadAsync(answer, HttpStatusCode.BadRequest);

        Assert.Contains("256 KiB", page.Body!.TextContent, StringComparison.Ordinal);
        await person.OpenAsync("/policies");
    }
}
