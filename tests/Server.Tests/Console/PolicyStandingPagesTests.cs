using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Console;

/// <summary>The pages of a policy say where it stands: removed, staged, or changed by another person.</summary>
public sealed class PolicyStandingPagesTests
{
    [Fact]
    public async Task A_removed_policy_is_shown_as_removed_and_offers_only_what_works()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        await api.PublishAsync(Api.Iw10);
        using var removed = await api.PostAsJsonAsync(
            FleetPaths.RemovePolicy("edge"),
            new RemovePolicyRequest("gone", "1/0"),
            DirectoryJson.Default.RemovePolicyRequest
        );

        var main = (await person.OpenAsync("/policies/edge")).QuerySelector("main")!;
        Assert.Contains("publish revision 3", main.QuerySelector(".notice-warn")!.TextContent, StringComparison.Ordinal);
        foreach (var absent in (string[])["Staged", "Roll back", "Plan rollout", "Assign"])
            Assert.DoesNotContain(absent, main.TextContent.Replace("Assignments", "", StringComparison.Ordinal), StringComparison.Ordinal);
        await Person.ReadAsync(await person.GetAsync("/policies/edge/rollback?to=1"), HttpStatusCode.NotFound);

        using var again = await CheckAsync(person, Api.Iw10);
        using var published = await person.SendAsync(
            await Person.ReadAsync(again),
            "/policies/edge/edit",
            "policy",
            ("Draft.Reason", "needed again"),
            ("Draft.Action", "publish")
        );
        Assert.Equal(HttpStatusCode.Redirect, published.StatusCode);
        var policy = await api.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail);
        Assert.Equal((3, 3, null), (policy.Summary.Latest.Number, policy.Summary.Released, policy.Summary.Removed));
    }

    [Fact]
    public async Task A_publication_since_the_preview_is_shown_and_not_overwritten()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        using var previewed = await CheckAsync(person, Api.Iw3.Replace('3', '4'));
        var preview = await Person.ReadAsync(previewed);
        await api.PublishAsync(Api.Iw10);

        using var refused = await PublishAsync(preview);
        var shown = await Person.ReadAsync(refused);
        Assert.Contains("made revision 2 since", shown.QuerySelector("#preview .notice-warn")!.TextContent, StringComparison.Ordinal);
        Assert.Equal(2, (await LatestAsync(api)).Number);

        using var done = await PublishAsync(shown);
        Assert.Equal(HttpStatusCode.Redirect, done.StatusCode);
        Assert.Equal(3, (await LatestAsync(api)).Number);

        Task<HttpResponseMessage> PublishAsync(AngleSharp.Html.Dom.IHtmlDocument page) =>
            person.SendAsync(page, "/policies/edge/edit", "policy", ("Draft.Reason", "mine"), ("Draft.Action", "publish"));
    }

    [Fact]
    public async Task A_preview_names_the_released_revision_as_the_way_back_and_a_staged_one_as_staged()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        using var staged = await api.PostAsJsonAsync(
            FleetPaths.Policies,
            new PublishRequest(Api.Iw10, "for a rollout", Stage: true),
            PoliciesJson.Default.PublishRequest
        );

        using var previewed = await CheckAsync(person, Api.Iw3.Replace('3', '4'));
        var preview = (await Person.ReadAsync(previewed)).QuerySelector("#preview")!.TextContent;
        Assert.Contains("roll back to revision 1.", preview, StringComparison.Ordinal);
        Assert.Contains("Revision 2, staged", preview, StringComparison.Ordinal);
        var rollback = (await person.OpenAsync("/policies/edge/rollback?to=1")).QuerySelector("main")!.TextContent;
        Assert.Contains("Revision 1, current", rollback, StringComparison.Ordinal);
        Assert.DoesNotContain("in force", rollback, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_preview_counts_hosts_that_keep_another_policy_apart_from_those_that_get_this_one()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var api = await server.ApiAsync();
        await server.EnrolAsync("web-1", labels: ("role", "web"));
        await server.EnrolAsync("db-1", labels: ("role", "db"));
        await api.PublishAsync(Api.Iw3);
        using (
            var assigned = await api.PostAsJsonAsync(
                FleetPaths.Assignments,
                new AssignRequest("role:web", "edge", 10, "first"),
                PoliciesJson.Default.AssignRequest
            )
        )
            Assert.Equal(HttpStatusCode.Created, assigned.StatusCode);

        using var previewed = await person.SubmitAsync(
            "/policies/new",
            "policy",
            ("Draft.Document", Api.Iw10.Replace("edge", "base", StringComparison.Ordinal)),
            ("Draft.Assign", "*"),
            ("Draft.Action", "check")
        );
        Assert.Contains(
            "1 host of 2 receives it",
            (await Person.ReadAsync(previewed)).QuerySelector("#preview")!.TextContent,
            StringComparison.Ordinal
        );
    }

    private static Task<HttpResponseMessage> CheckAsync(Person person, string document) =>
        person.SubmitAsync("/policies/edge/edit", "policy", ("Draft.Document", document), ("Draft.Action", "check"));

    private static async Task<RevisionSummary> LatestAsync(HttpClient api) =>
        (await api.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail)).Summary.Latest;
}
