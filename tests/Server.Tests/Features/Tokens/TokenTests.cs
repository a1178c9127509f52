using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Users;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Tokens;

public sealed class TokenTests
{
    [Fact]
    public async Task A_personal_token_reaches_as_far_as_its_person_does_now_and_dies_with_the_account()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        using var person = await Person.SignedInAsync(
            server,
            "anna",
            new AccessGrant(Role.Operator, "site:fra"),
            new AccessGrant(Role.Viewer)
        );
        using (
            var made = await person.SubmitAsync(
                "/access",
                "api-token",
                ("Input.Name", "mine"),
                ("Input.Role", "operator"),
                ("Input.Selector", "")
            )
        )
            Assert.Contains("goes beyond your own rights", (await Person.ReadAsync(made)).Body!.TextContent, StringComparison.Ordinal);
        using (var made = await person.SubmitAsync("/access", "api-token", ("Input.Name", "mine")))
            Assert.Equal("/access", made.Headers.Location?.ToString());
        var secret = (await person.OpenAsync("/access"))
            .QuerySelectorAll("code")
            .Select(code => code.TextContent)
            .First(text => text.StartsWith("iwta_", StringComparison.Ordinal) && text.Length > 20);
        using var token = server.Client($"Bearer {secret}");
        var who = await token.GetAsync(FleetPaths.WhoAmI, AccessJson.Default.WhoAmI);
        Assert.Equal(("mine", "user:anna"), (who.Name, who.Person));
        Assert.Contains(Permission.HoldsWrite, who.Permissions);

        await SetAsync(admin, new AccessGrant(Role.Viewer));
        Assert.DoesNotContain(Permission.HoldsWrite, (await token.GetAsync(FleetPaths.WhoAmI, AccessJson.Default.WhoAmI)).Permissions);
        Assert.Equal(
            HttpStatusCode.OK,
            (
                await admin.PostAsJsonAsync(
                    FleetPaths.UserUnlock("anna"),
                    new ReasonRequest("why"),
                    AdministrationJson.Default.ReasonRequest
                )
            ).StatusCode
        );
        await AddUser.RunAsync(server.Database, server.Clock, "test", "root", [new(Role.Admin)]);
        Assert.Equal(HttpStatusCode.NoContent, (await admin.DeleteAsync(FleetPaths.User("anna") + "?reason=left")).StatusCode);
        await (await token.GetAsync(FleetPaths.WhoAmI)).ProblemAsync(HttpStatusCode.Unauthorized);
        await AddUser.RunAsync(server.Database, server.Clock, "test", "anna", [new(Role.Admin)]);
        await (await token.GetAsync(FleetPaths.WhoAmI)).ProblemAsync(HttpStatusCode.Unauthorized);
    }

    [Fact]
    public async Task A_token_is_replaced_with_an_overlap_and_the_old_one_lapses_when_it_is_over()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        using var answer = await admin.PostAsJsonAsync(
            FleetPaths.Tokens,
            new CreateTokenRequest
            {
                Kind = TokenKind.Api,
                Name = "ci",
                Grants = [new(Role.GitOps)],
                LifeSeconds = 7200,
            },
            AccessJson.Default.CreateTokenRequest
        );
        var old = await answer.ReadAsync(AccessJson.Default.CreatedToken);
        using var rotated = await admin.PostAsJsonAsync(
            FleetPaths.TokenRotate(old.Summary.Id),
            new RotateTokenRequest { OverlapSeconds = 600 },
            AccessJson.Default.RotateTokenRequest
        );
        var next = await rotated.ReadAsync(AccessJson.Default.CreatedToken);
        Assert.Equal(old.Summary.Grants, next.Summary.Grants);
        using var before = server.Client($"Bearer {old.Token}");
        using var after = server.Client($"Bearer {next.Token}");
        foreach (var client in new[] { before, after })
            Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(FleetPaths.Policies)).StatusCode);
        using var twice = await admin.PostAsJsonAsync(
            FleetPaths.TokenRotate(old.Summary.Id),
            new RotateTokenRequest(),
            AccessJson.Default.RotateTokenRequest
        );
        await twice.ProblemAsync(HttpStatusCode.Conflict);
        await ReplacedOnThePageAsync(server, next);
        server.Clock.Jump(TimeSpan.FromMinutes(11));
        await (await before.GetAsync(FleetPaths.Policies)).ProblemAsync(HttpStatusCode.Unauthorized);
        await (await after.GetAsync(FleetPaths.Policies)).ProblemAsync(HttpStatusCode.Unauthorized);
    }

    // With no overlap: the old one has ended, the new one lives for the requested time.
    private static async Task ReplacedOnThePageAsync(RunningServer server, CreatedToken old)
    {
        using var person = await Person.SignedInAsync(server);
        using var before = server.Client($"Bearer {old.Token}");
        Assert.Equal(HttpStatusCode.OK, (await before.GetAsync(FleetPaths.Policies)).StatusCode);
        using (
            var replaced = await person.SubmitAsync(
                $"/tokens/rotate?id={old.Summary.Id}",
                "rotate",
                ("Input.Overlap", "0"),
                ("Input.Life", "86400")
            )
        )
            Assert.Equal("/tokens", replaced.Headers.Location?.ToString());
        var secret = (await person.OpenAsync("/tokens"))
            .QuerySelectorAll("code")
            .Select(code => code.TextContent)
            .First(text => text.StartsWith("iwta_", StringComparison.Ordinal) && text.Length > 20);
        using var after = server.Client($"Bearer {secret}");
        Assert.Equal(HttpStatusCode.OK, (await after.GetAsync(FleetPaths.Policies)).StatusCode);
        await (await before.GetAsync(FleetPaths.Policies)).ProblemAsync(HttpStatusCode.Unauthorized);
    }

    [Fact]
    public async Task When_and_from_where_a_token_was_used_is_written_in_rounds_and_not_with_each_call()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        using var reader = await server.ApiAsync(Role.Viewer);
        await reader.GetAsync(FleetPaths.Hosts);
        Assert.Null((await ListedAsync(admin)).LastUsed);
        await server.Get<TokenUses>().WriteAsync(TestContext.Current.CancellationToken);
        var used = await ListedAsync(admin);
        Assert.Equal("127.0.0.1", used.LastUsedFrom);
        Assert.NotNull(used.LastUsed);
    }

    [Fact]
    public async Task One_sees_and_revokes_ones_own_tokens_alone_and_makes_none_beyond_ones_rights()
    {
        await using var server = await RunningServer.StartAsync();
        using var reader = await server.ApiAsync(Role.Viewer);
        var request = new CreateTokenRequest { Kind = TokenKind.Api, Grants = [new(Role.Viewer)] };
        Assert.Empty(await reader.GetAsync(FleetPaths.Tokens, AccessJson.Default.IReadOnlyListTokenSummary));
        foreach (
            var wanted in new[] { request, request with { Personal = true }, request with { Kind = TokenKind.Enrolment, Grants = [] } }
        )
            await (await reader.PostAsJsonAsync(FleetPaths.Tokens, wanted, AccessJson.Default.CreateTokenRequest)).ProblemAsync(
                HttpStatusCode.Forbidden
            );
        using var admin = await server.ApiAsync();
        // The form that programs from before roles send.
        using var made = await admin.PostAsync(
            FleetPaths.Tokens,
            new StringContent("""{"kind":"Api","scope":"Read"}""", System.Text.Encoding.UTF8, "application/json")
        );
        var id = (await made.ReadAsync(AccessJson.Default.CreatedToken)).Summary;
        Assert.Equal([new AccessGrant(Role.Viewer)], id.Grants);
        await (await reader.DeleteAsync(FleetPaths.Token(id.Id))).ProblemAsync(HttpStatusCode.NotFound);
        using var auditor = await server.ApiAsync(Role.Auditor);
        await (await auditor.DeleteAsync(FleetPaths.Token(id.Id))).ProblemAsync(HttpStatusCode.Forbidden);
    }

    private static async Task SetAsync(HttpClient admin, AccessGrant grant)
    {
        using var answer = await admin.PutAsJsonAsync(
            FleetPaths.UserGrants("anna"),
            new GrantsRequest([grant], "why"),
            AccessJson.Default.GrantsRequest
        );
        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
    }

    private static async Task<TokenSummary> ListedAsync(HttpClient admin) =>
        (await admin.GetAsync(FleetPaths.Tokens, AccessJson.Default.IReadOnlyListTokenSummary)).Single(token =>
            token.Name == "test-viewer"
        );
}
