using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Tests.Features.Hosts;

public sealed class SavedViewsTests
{
    [Fact]
    public async Task A_view_is_its_owners_until_it_is_shared_and_sharing_is_audited()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna", Role.Operator);
        using var ben = await server.ApiOfAsync("ben", Role.Viewer);
        using var admin = await server.ApiAsync();
        var view = await SaveAsync(anna, new("Drifted", "state:drifted", "-seen", "window,agent"));
        Assert.Equal(
            ("Drifted", "state:drifted", "-seen", "window,agent", false),
            (view.Name, view.Query, view.Sort, view.Columns, view.Shared)
        );
        Assert.Equal("standard", (await SaveAsync(anna, new("All"))).Columns);
        Assert.Equal(["All", "Drifted"], (await ListAsync(anna)).Select(one => one.Name));
        Assert.Empty(await ListAsync(ben));
        await (await ben.GetAsync(FleetPaths.View(view.Id))).ProblemAsync(HttpStatusCode.NotFound);
        await (await ben.DeleteAsync(FleetPaths.View(view.Id))).ProblemAsync(HttpStatusCode.NotFound);
        Assert.Empty(await admin.AuditAsync("view.share"));

        using var shared = await PutAsync(anna, view.Id, new("Drifted hosts", "state:drifted", Shared: true));
        Assert.Equal(HttpStatusCode.OK, shared.StatusCode);
        Assert.Equal("Drifted hosts", Assert.Single(await ListAsync(ben)).Name);
        await (await PutAsync(ben, view.Id, new("Mine now"))).ProblemAsync(HttpStatusCode.Forbidden);
        await (await PostAsync(ben, new("For all", Shared: true))).ProblemAsync(HttpStatusCode.Forbidden);
        Assert.Contains("'Drifted hosts'", Assert.Single(await admin.AuditAsync("view.share")).Text, StringComparison.Ordinal);

        using var removed = await admin.DeleteAsync(FleetPaths.View(view.Id));
        Assert.Equal(HttpStatusCode.NoContent, removed.StatusCode);
        Assert.Single(await admin.AuditAsync("view.withdraw"));
        Assert.Empty(await ListAsync(ben));
    }

    [Fact]
    public async Task Everything_wrong_is_named_and_a_person_has_at_most_fifty()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna", Role.Viewer);
        var wrong = await (await PostAsync(anna, new(new string('x', 81), "differs:odd", "-colour", "window,colour"))).ProblemAsync(
            HttpStatusCode.BadRequest
        );
        Assert.Equal(["name", "query", "sort", "columns"], wrong.Problems!.Select(problem => problem.Path));
        for (var i = 0; i < 50; i++)
            await SaveAsync(anna, new($"View {i}"));
        var full = await (await PostAsync(anna, new("View 7"))).ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Equal(2, full.Problems!.Count);
        Assert.Contains("at most 50", full.Problems[0].Rule, StringComparison.Ordinal);
        Assert.Equal(50, (await ListAsync(anna)).Count);
    }

    [Fact]
    public async Task A_shared_view_that_names_hosts_is_not_for_people_of_some_hosts()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna", Role.Operator);
        await SaveAsync(anna, new("Named", "host:ams-1", Shared: true));
        await SaveAsync(anna, new("Stale", "state:stale", Shared: true));
        using var limited = server.Client(
            $"Bearer {await server.TokenAsync(TokenKind.Api, author: "user:fred", grants: [new AccessGrant(Role.Viewer, "site:fra")])}"
        );
        Assert.Equal("Stale", Assert.Single(await ListAsync(limited)).Name);
    }

    [Fact]
    public async Task The_console_saves_opens_renames_and_removes_a_view()
    {
        await using var server = await RunningServer.StartAsync();
        await server.EnrolAsync("a", "m1", ("site", "fra"));
        using var person = await Person.SignedInAsync(server, "anna", new AccessGrant(Role.Operator));
        using var unnamed = await person.SubmitAsync("/hosts?q=site:fra", "view", ("Input.Name", ""));
        Assert.Contains("1 to 80", (await Person.ReadAsync(unnamed)).QuerySelector(".problems")!.TextContent, StringComparison.Ordinal);
        using var saved = await person.SubmitAsync("/hosts?q=site:fra&sort=-seen&cols=agent", "view", ("Input.Name", "Frankfurt"));
        Assert.Equal("/hosts?q=site%3Afra&sort=-seen&cols=agent", saved.Headers.Location!.ToString());

        var link = (await person.OpenAsync("/hosts")).QuerySelector(".views-choice li a")!;
        Assert.Equal("/hosts?q=site%3Afra&sort=-seen&cols=agent", link.GetAttribute("href"));
        using var found = await person.GetAsync("/palette?q=frankf");
        Assert.Contains("\"kind\":\"view\"", await found.Content.ReadAsStringAsync(), StringComparison.Ordinal);

        var edit = (await person.OpenAsync("/hosts/views")).QuerySelector(".row-actions a")!.GetAttribute("href")!;
        using var renamed = await person.SubmitAsync(
            edit,
            "edit-view",
            ("Input.Name", "Main"),
            ("Input.Shared", "true"),
            ("Input.Action", "save")
        );
        Assert.Equal(HttpStatusCode.Redirect, renamed.StatusCode);
        Assert.Contains(
            "everyone, by anna",
            (await person.OpenAsync("/hosts/views")).QuerySelector("tbody")!.TextContent,
            StringComparison.Ordinal
        );
        using var removed = await person.SubmitAsync(edit, "edit-view", ("Input.Action", "remove"));
        Assert.Equal(HttpStatusCode.Redirect, removed.StatusCode);
        Assert.Null((await person.OpenAsync("/hosts/views")).QuerySelector("tbody"));
    }

    private static Task<IReadOnlyList<SavedView>> ListAsync(HttpClient api) =>
        api.GetAsync(FleetPaths.Views, AdministrationJson.Default.IReadOnlyListSavedView);

    private static Task<HttpResponseMessage> PostAsync(HttpClient api, SavedViewRequest request) =>
        api.PostAsJsonAsync(FleetPaths.Views, request, AdministrationJson.Default.SavedViewRequest);

    private static Task<HttpResponseMessage> PutAsync(HttpClient api, string id, SavedViewRequest request) =>
        api.PutAsJsonAsync(FleetPaths.View(id), request, AdministrationJson.Default.SavedViewRequest);

    private static async Task<SavedView> SaveAsync(HttpClient api, SavedViewRequest request)
    {
        using var answer = await PostAsync(api, request);
        return await answer.ReadAsync(AdministrationJson.Default.SavedView);
    }
}
