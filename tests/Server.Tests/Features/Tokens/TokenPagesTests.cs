using System.Net;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Tokens;

/// <summary>The pages of tokens permit what the API permits.</summary>
public sealed class TokenPagesTests
{
    [Fact]
    public async Task An_auditor_reads_enrolment_tokens_and_revokes_none()
    {
        await using var server = await RunningServer.StartAsync();
        await server.TokenAsync(new CreateTokenRequest { Kind = TokenKind.Enrolment, Name = "rack-7" });
        using var auditor = await Person.SignedInAsync(server, Role.Auditor);
        var section = (await auditor.OpenAsync("/tokens")).QuerySelector("section[aria-labelledby=enrolment-tokens]")!;
        Assert.Contains("rack-7", section.TextContent, StringComparison.Ordinal);
        Assert.Null(section.QuerySelector("a[href*=revoke]"));
    }

    [Fact]
    public async Task An_administrator_of_some_hosts_who_audits_all_revokes_only_the_tokens_of_those_hosts()
    {
        await using var server = await RunningServer.StartAsync();
        await server.TokenAsync(labels: ("site", "lon"));
        await server.TokenAsync(labels: ("site", "fra"));
        using var person = await Person.SignedInAsync(server, "fay", new(Role.Admin, "site:fra"), new(Role.Auditor));
        using var admin = await server.ApiAsync();
        var all = await EnrolmentAsync(admin);
        var (theirs, other) = (all.Single(token => token.Labels["site"] == "fra"), all.Single(token => token.Labels["site"] == "lon"));

        var links = (await person.OpenAsync("/enrolment"))
            .QuerySelectorAll("a[href*='/enrolment/revoke']")
            .Select(a => a.GetAttribute("href"));
        Assert.Contains(theirs.Id, Assert.Single(links), StringComparison.Ordinal);
        using (var refused = await person.SubmitAsync($"/enrolment/revoke?id={other.Id}", "revoke"))
            Assert.Contains(
                "It needs TokensEnrol",
                (await Person.ReadAsync(refused)).QuerySelector(".notice-bad")!.TextContent,
                StringComparison.Ordinal
            );
        using (var revoked = await person.SubmitAsync($"/enrolment/revoke?id={theirs.Id}", "revoke"))
            Assert.Equal(HttpStatusCode.Redirect, revoked.StatusCode);
        Assert.Equal(theirs.Id, Assert.Single(await EnrolmentAsync(admin), token => token.Revoked is not null).Id);
    }

    [Fact]
    public async Task Hosts_without_a_role_are_refused_and_not_passed_over()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var refused = await person.SubmitAsync("/access", "api-token", ("Input.Role", ""), ("Input.Selector", "site:fra"));
        Assert.Contains(
            "Hosts limit a role",
            (await Person.ReadAsync(refused)).QuerySelector(".notice-bad")!.TextContent,
            StringComparison.Ordinal
        );
        Assert.Empty(await server.Database.ReadAsync(TokenQueries.ListAsync));
    }

    private static async Task<IReadOnlyList<TokenSummary>> EnrolmentAsync(HttpClient admin) =>
        [
            .. (await admin.GetAsync(FleetPaths.Tokens, AccessJson.Default.IReadOnlyListTokenSummary)).Where(token =>
                token.Kind == TokenKind.Enrolment
            ),
        ];
}
