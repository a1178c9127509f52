using System.Net;
using IwTune.Server.Features.Tokens;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Scim;

/// <summary>Provisioned people who sign in.</summary>
public sealed class ScimSignInTests(ProvisionedServer at) : IClassFixture<ProvisionedServer>
{
    private const string Hosts = "/hosts",
        Refused = "/sign-in/refused";

    [Theory]
    [InlineData("")]
    [InlineData("object-")]
    public async Task The_first_sign_in_finds_the_person_by_external_id_and_the_groups_of_scim_win_over_the_claim(string claim)
    {
        var (name, subject) = (at.Fresh(), at.Fresh("sub"));
        var id = await at.UserAsync(name, claim + subject);
        await at.GroupAsync(at.Fresh("group"), id);
        var (_, place, text) = await at.SignInAsync(subject, "another name", "netops");
        Assert.Equal(Refused, place);
        Assert.Contains("None of that is mapped to a role", text, StringComparison.Ordinal);

        var team = (string)
            (await at.FindAsync("Groups", "displayName eq \"team\"") is [var found] ? found! : await MadeAsync("team"))["id"]!;
        await at.PatchAsync($"/Groups/{team}", $$"""{"op":"add","path":"members","value":[{"value":"{{id}}"}]}""");
        var (browser, there, _) = await at.SignInAsync(subject, "another name", "netops");
        Assert.Equal(Hosts, there);
        var who = await WhoAsync(browser);
        Assert.Equal(name, who.Name);
        Assert.Equal([new AccessGrant(Role.Viewer)], who.Grants);

        // Taken out of the group, the open session has no role from the next request on.
        await at.PatchAsync($"/Groups/{team}", $$"""{"op":"remove","path":"members[value eq \"{{id}}\"]"}""");
        Assert.Equal(HttpStatusCode.Unauthorized, (await browser.GetAsync(FleetPaths.WhoAmI)).StatusCode);
    }

    [Fact]
    public async Task Deactivation_ends_sessions_and_tokens_at_once_and_signing_in_is_refused_until_activation()
    {
        var (name, subject) = (at.Fresh(), at.Fresh("sub"));
        var id = await at.UserAsync(name, subject);
        await TeamAsync(id);
        var (browser, _, _) = await at.SignInAsync(subject, name);
        var (secret, _) = (
            await CreateToken.RunAsync(
                at.Server.Database,
                at.Server.Clock,
                $"oidc:{name}",
                new() { Kind = TokenKind.Api, Personal = true },
                $"oidc:{name}",
                $"oidc:{name}"
            )
        )!.Value;
        using var token = at.Server.Client($"Bearer {secret}");
        Assert.Equal(HttpStatusCode.OK, (await token.GetAsync(FleetPaths.WhoAmI)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync(FleetPaths.WhoAmI)).StatusCode);

        await at.PatchAsync($"/Users/{id}", """{"op":"Replace","path":"active","value":"False"}""");
        Assert.Equal(HttpStatusCode.Unauthorized, (await browser.GetAsync(FleetPaths.WhoAmI)).StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, (await token.GetAsync(FleetPaths.WhoAmI)).StatusCode);
        var (_, place, text) = await at.SignInAsync(subject, name, "netops");
        Assert.Equal(Refused, place);
        Assert.Contains("deactivated it", text, StringComparison.Ordinal);

        await at.PatchAsync($"/Users/{id}", """{"op":"Replace","path":"active","value":"True"}""");
        Assert.Equal(Hosts, (await at.SignInAsync(subject, name)).Place);
        Assert.Equal(HttpStatusCode.OK, (await token.GetAsync(FleetPaths.WhoAmI)).StatusCode);

        await at.CallAsync("DELETE", $"/Users/{id}", expected: HttpStatusCode.NoContent);
        Assert.Equal(HttpStatusCode.Unauthorized, (await token.GetAsync(FleetPaths.WhoAmI)).StatusCode);
    }

    [Fact]
    public async Task A_person_who_signed_in_before_keeps_the_account_and_its_name()
    {
        var subject = at.Fresh("sub");
        var (browser, _, _) = await at.SignInAsync(subject, subject, "netops");
        var before = await WhoAsync(browser);
        // Entra ID's SCIM knows the claim oid only: the two meet at the next sign-in.
        var id = await at.UserAsync(at.Fresh(), "object-" + subject);
        await TeamAsync(id);
        var (again, _, _) = await at.SignInAsync(subject, subject, "netops");
        var after = await WhoAsync(again);
        Assert.Equal(before.Name, after.Name);
        Assert.Equal([new AccessGrant(Role.Viewer)], after.Grants);
        await at.PatchAsync($"/Users/{id}", """{"op":"replace","value":{"active":false}}""");
        Assert.Equal(HttpStatusCode.Unauthorized, (await again.GetAsync(FleetPaths.WhoAmI)).StatusCode);

        // Where the subject itself is the external id, the account is taken over when SCIM names it.
        var other = at.Fresh("sub");
        var (session, _, _) = await at.SignInAsync(other, other, "netops");
        await at.UserAsync(at.Fresh(), other);
        Assert.Equal(HttpStatusCode.Unauthorized, (await session.GetAsync(FleetPaths.WhoAmI)).StatusCode);
    }

    [Fact]
    public async Task A_name_alone_identifies_no_one_unless_the_server_was_started_so()
    {
        var name = at.Fresh();
        await at.UserAsync(name, "an id that no claim has");
        var (_, place, text) = await at.SignInAsync(at.Fresh("sub"), name.ToUpperInvariant(), "netops");
        Assert.Equal(Refused, place);
        Assert.Contains("--scim-match user-name", text, StringComparison.Ordinal);

        var lenient = await new ProvisionedServer().StartAsync(settings => settings with { ScimMatchesNames = true });
        await using (lenient)
        {
            var id = await lenient.UserAsync(name, "an id that no claim has");
            await lenient.GroupAsync("team", id);
            Assert.Equal(Hosts, (await lenient.SignInAsync("s-1", name.ToUpperInvariant())).Place);
            // From then on only the subject counts: a namesake is another person.
            Assert.Equal(Refused, (await lenient.SignInAsync("s-2", name, "netops")).Place);
            Assert.Equal(Hosts, (await lenient.SignInAsync("s-1", "renamed")).Place);
        }
    }

    [Fact]
    public async Task A_server_for_provisioned_people_alone_refuses_all_others_and_the_groups_claim_decides_elsewhere()
    {
        Assert.Equal(Hosts, (await at.SignInAsync(at.Fresh("sub"), at.Fresh("eve"), "netops")).Place);
        var strict = await new ProvisionedServer().StartAsync(settings => settings with { ScimOnly = true });
        await using (strict)
        {
            var (_, place, text) = await strict.SignInAsync("s-1", "eve", "netops");
            Assert.Equal(Refused, place);
            Assert.Contains("--scim-only", text, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_person_whose_subject_looks_like_a_place_holder_gets_no_account_of_another()
    {
        var id = await at.UserAsync(at.Fresh());
        await TeamAsync(id);
        Assert.Equal(Refused, (await at.SignInAsync($"scim:{id}", at.Fresh("eve"))).Place);
    }

    private async Task TeamAsync(string id)
    {
        var team = await at.FindAsync("Groups", "displayName eq \"team\"") is [var found] ? found! : await MadeAsync("team");
        await at.PatchAsync($"/Groups/{team["id"]}", $$"""{"op":"add","path":"members","value":[{"value":"{{id}}"}]}""");
    }

    private async Task<System.Text.Json.Nodes.JsonNode> MadeAsync(string name) =>
        await at.CallAsync("GET", $"/Groups/{await at.GroupAsync(name)}");

    private static Task<WhoAmI> WhoAsync(HttpClient browser) => Running.Api.GetAsync(browser, FleetPaths.WhoAmI, AccessJson.Default.WhoAmI);
}
