using System.Net;
using IwTune.Server.Features.Users;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Scim;

public sealed class ScimUserTests(ProvisionedServer at) : IClassFixture<ProvisionedServer>
{
    [Fact]
    public async Task A_provisioned_person_is_listed_with_roles_before_the_first_sign_in_and_every_change_is_in_the_log()
    {
        var name = at.Fresh();
        var id = await at.UserAsync(name);
        await at.GroupAsync(at.Fresh("7b1f"), id);
        var group = await at.GroupAsync(at.Fresh("group"));
        await at.PatchAsync($"/Groups/{group}", $$$"""{"op":"add","value":{"externalId":"7b1f","members":[{"value":"{{{id}}}"}]}}""");
        using var admin = await at.Server.ApiAsync();
        var listed = await FindAsync(admin, name);
        Assert.Equal([new AccessGrant(Role.Operator, "site:fra")], listed.Grants);
        Assert.NotNull(listed.Provisioned);
        Assert.Null(listed.SignedIn);

        await at.PatchAsync(
            $"/Users/{id}",
            """{"op":"replace","path":"active","value":false},{"op":"add","path":"displayName","value":"A"}"""
        );
        Assert.NotNull((await FindAsync(admin, name)).Locked);
        await at.PatchAsync($"/Users/{id}", """{"op":"replace","path":"active","value":true}""");
        Assert.Null((await FindAsync(admin, name)).Locked);
        await at.PatchAsync($"/Groups/{group}", """{"op":"remove","path":"externalId"}""");
        Assert.Empty((await FindAsync(admin, name)).Grants);
        await at.CallAsync("DELETE", $"/Groups/{group}", expected: HttpStatusCode.NoContent);
        await at.CallAsync("DELETE", $"/Users/{id}", expected: HttpStatusCode.NoContent);

        var entries = (await admin.GetAsync($"{FleetPaths.Audit}?limit=500", AuditJson.Default.AuditPage))
            .Entries.Where(entry => entry.Text.Contains(name, StringComparison.Ordinal) || entry.Subject == $"oidc:{name}")
            .ToList();
        Assert.All(entries, entry => Assert.Equal("token:test-provisioner", entry.Actor));
        Assert.Equal(
            [
                "oidc.groups",
                "scim.group",
                "scim.group-changed",
                "scim.group-removed",
                "scim.user",
                "user.create",
                "user.lock",
                "user.remove",
                "user.unlock",
            ],
            entries.Select(entry => entry.Action).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)
        );
    }

    [Fact]
    public async Task A_change_of_selected_values_reaches_each_of_them()
    {
        var id = await at.UserAsync(at.Fresh());
        await at.PatchAsync(
            $"/Users/{id}",
            """{"op":"add","path":"emails","value":[{"type":"work","value":"a@example.com"},{"type":"work","value":"b@example.com"}]}"""
        );
        var changed = await at.PatchAsync(
            $"/Users/{id}",
            """{"op":"replace","path":"emails[type eq \"work\"]","value":{"type":"other"}}"""
        );
        Assert.Equal(
            [("a@example.com", "other"), ("b@example.com", "other")],
            changed["emails"]!.AsArray().Select(one => (one!["value"]!.GetValue<string>(), one["type"]!.GetValue<string>()))
        );
    }

    [Fact]
    public async Task Local_accounts_are_neither_seen_nor_changed_and_their_names_are_taken()
    {
        await AddUser.RunAsync(at.Server.Database, at.Server.Clock, "test", "admin", [new(Role.Admin)]);
        Assert.Empty(await at.FindAsync("Users", "userName eq \"admin\""));
        Assert.Equal("", await at.RefusalAsync("DELETE", "/Users/admin", null, HttpStatusCode.NotFound));
        var admin = $$"""{ {{ProvisionedServer.UserSchema}},"userName":"Admin"}""";
        Assert.Equal("uniqueness", await at.RefusalAsync("POST", "/Users", admin, HttpStatusCode.Conflict));
        var id = await at.UserAsync(at.Fresh());
        Assert.Equal("uniqueness", await at.RefusalAsync("PUT", $"/Users/{id}", admin, HttpStatusCode.Conflict));
        using var api = await at.Server.ApiAsync();
        Assert.Null((await FindAsync(api, "admin", "")).Locked);
    }

    [Fact]
    public async Task A_local_account_that_came_later_keeps_no_person_from_being_locked_or_changed()
    {
        var (name, next) = (at.Fresh(), at.Fresh("eve"));
        var id = await at.UserAsync(name);
        await at.PatchAsync($"/Users/{id}", $$"""{"op":"Replace","path":"userName","value":"{{next}}"}""");
        Assert.NotNull(await AddUser.RunAsync(at.Server.Database, at.Server.Clock, "test", next, [new(Role.Viewer)]));
        await at.PatchAsync($"/Users/{id}", """{"op":"Replace","path":"active","value":"False"}""");
        using var admin = await at.Server.ApiAsync();
        Assert.NotNull((await FindAsync(admin, name)).Locked);
        Assert.Null((await FindAsync(admin, next, "")).Locked);
    }

    [Fact]
    public async Task The_token_of_the_provider_opens_nothing_else_and_no_cookie_opens_this()
    {
        using var provisioner = await at.Server.ApiAsync(Role.Provisioner);
        foreach (var path in (string[])[FleetPaths.Users, FleetPaths.Hosts, FleetPaths.Policies, FleetPaths.Audit])
            await (await provisioner.GetAsync(path)).ProblemAsync(HttpStatusCode.Forbidden);
        using var another = await provisioner.PostAsync(
            FleetPaths.Tokens,
            new StringContent("""{"kind":"Api","grants":[{"role":"Admin"}]}""", null, "application/json")
        );
        await another.ProblemAsync(HttpStatusCode.Forbidden);
        Assert.Equal(HttpStatusCode.Forbidden, (await provisioner.GetAsync("/users")).StatusCode);

        using var admin = await Person.SignedInAsync(at.Server);
        foreach (var path in (string[])["/scim/v2/Users", "/SCIM/v2/Users"])
            Assert.Equal(HttpStatusCode.Unauthorized, (await admin.GetAsync(path)).StatusCode);
        using var auditor = await at.Server.ApiAsync(Role.Auditor);
        var refused = await auditor.GetAsync("/scim/v2/Users");
        Assert.Equal(
            (HttpStatusCode.Forbidden, "application/scim+json"),
            (refused.StatusCode, refused.Content.Headers.ContentType?.MediaType)
        );
    }

    [Fact]
    public async Task A_put_clears_what_it_leaves_out_but_opens_no_locked_account()
    {
        var name = at.Fresh();
        var id = await at.UserAsync(name, "e-" + name);
        await at.PatchAsync($"/Users/{id}", """{"op":"add","value":{"displayName":"A","active":false}}""");
        var put = await at.CallAsync("PUT", $"/Users/{id}", $$"""{ {{ProvisionedServer.UserSchema}},"userName":"{{name}}"}""");
        Assert.False((bool)put["active"]!);
        Assert.Null(put["displayName"]);
        Assert.Null(put["externalId"]);
    }

    [Fact]
    public async Task A_version_that_is_no_longer_the_present_one_is_refused()
    {
        var id = await at.UserAsync(at.Fresh());
        var change = $$"""{ {{ProvisionedServer.PatchSchema}},"Operations":[{"op":"add","path":"displayName","value":"B"}]}""";
        await at.CallAsync("PATCH", $"/Users/{id}", change, ifMatch: "W/\"1\"");
        await at.CallAsync("PATCH", $"/Users/{id}", change, HttpStatusCode.PreconditionFailed, "W/\"1\"");
        await at.CallAsync("DELETE", $"/Users/{id}", expected: HttpStatusCode.PreconditionFailed, ifMatch: "W/\"1\"");
        await at.CallAsync("GET", $"/Users/{id}", expected: HttpStatusCode.NotModified, ifMatch: "W/\"2\"");
        await at.CallAsync("DELETE", $"/Users/{id}", expected: HttpStatusCode.NoContent, ifMatch: "W/\"2\"");
    }

    [Fact]
    public async Task Two_people_cannot_have_the_same_external_id()
    {
        var (name, other) = (at.Fresh(), at.Fresh());
        await at.UserAsync(name, "same-" + name);
        var id = await at.UserAsync(other);
        Assert.Equal(
            "uniqueness",
            await at.RefusalAsync(
                "PUT",
                $"/Users/{id}",
                $$"""{ {{ProvisionedServer.UserSchema}},"userName":"{{other}}","externalId":"same-{{name}}"}""",
                HttpStatusCode.Conflict
            )
        );
    }

    [Fact]
    public async Task Answers_hold_the_attributes_that_were_asked_for()
    {
        var id = await at.UserAsync(at.Fresh());
        await at.PatchAsync(
            $"/Users/{id}",
            """{"op":"add","value":{"displayName":"A","name":{"givenName":"B","familyName":"C"},"emails":[{"value":"d@e.example","type":"work"}]}}"""
        );
        var cut = await at.CallAsync("GET", $"/Users/{id}?attributes=displayName,name.givenName");
        Assert.Equal(["displayName", "id", "name", "schemas"], cut.Select(one => one.Key).Order(StringComparer.Ordinal));
        Assert.Equal(["givenName"], cut["name"]!.AsObject().Select(one => one.Key));
        var without = await at.CallAsync("GET", $"/Users/{id}?excludedAttributes=emails.type,groups,id,meta");
        Assert.Equal(["value"], without["emails"]![0]!.AsObject().Select(one => one.Key));
        Assert.NotNull(without["id"]);
        Assert.Null(without["meta"]);
    }

    [Fact]
    public async Task A_server_without_a_provider_says_that_there_are_no_people_to_provision()
    {
        await using var alone = await RunningServer.StartAsync();
        using var client = await alone.ApiAsync(Role.Provisioner);
        using var answer = await client.GetAsync("/scim/v2/Users");
        Assert.Equal(HttpStatusCode.NotImplemented, answer.StatusCode);
        Assert.Contains(
            "--oidc-issuer",
            await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken),
            StringComparison.Ordinal
        );
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync("/scim/v2/ServiceProviderConfig")).StatusCode);
    }

    private static async Task<UserSummary> FindAsync(HttpClient admin, string name, string kind = "oidc:") =>
        (await admin.GetAsync(FleetPaths.Users, AccessJson.Default.IReadOnlyListUserSummary)).Single(user => user.Name == kind + name);
}
