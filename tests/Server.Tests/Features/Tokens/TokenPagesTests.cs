using System.Net;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Enrolment;

namespace IwTune.Server.Tests.Features.Tokens;

/// <summary>The pages of tokens permit what the API permits.</summary>
public sealed class TokenPagesTests
{
    [Fact]
    public async Task An_auditor_reads_of_enrolment_what_the_API_says_and_changes_nothing()
    {
        await using var server = await RunningServer.StartAsync();
        var token = await server.TokenAsync(
            new CreateTokenRequest
            {
                Kind = TokenKind.Enrolment,
                Name = "rack-7",
                Approve = true,
            }
        );
        await TestHost.EnrolAsync(server, token, "web-1", "machine-1");
        await TestHost.EnrolAsync(server, token, "web-2", "machine-2");
        using var api = await server.ApiAsync(Role.Auditor);
        Assert.Equal(2, (await api.GetAsync(FleetPaths.Pending, EnrolmentJson.Default.PendingPage)).Waiting);

        using var auditor = await Person.SignedInAsync(server, Role.Auditor);
        var page = (await auditor.OpenAsync("/")).QuerySelectorAll("nav a").Single(link => link.GetAttribute("href") == "/enrolment");
        var main = (await auditor.OpenAsync(page.GetAttribute("href")!)).QuerySelector("main")!;
        foreach (var text in (string[])["rack-7", "web-1", "web-2", "Shared identities"])
            Assert.Contains(text, main.TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain("machine-1", main.TextContent, StringComparison.Ordinal);
        Assert.Empty(main.QuerySelectorAll("form, a[href*=revoke], a[href*=decide]"));
        using var forged = await auditor.PostAsync(
            "/enrolment",
            new Dictionary<string, string>
            {
                ["_handler"] = "token",
                ["__RequestVerificationToken"] = (await auditor.OpenAsync("/account"))
                    .QuerySelector("input[name=__RequestVerificationToken]")!
                    .GetAttribute("value")!,
            }
        );
        Assert.Equal(HttpStatusCode.Conflict, forged.StatusCode);
        Assert.Single(await server.Database.ReadAsync(TokenQueries.ListAsync), row => row.Kind == nameof(TokenKind.Enrolment));
    }

    [Fact]
    public async Task Of_thousands_of_tokens_a_page_lists_the_valid_ones_and_the_latest()
    {
        await using var server = await RunningServer.StartAsync();
        await server.TokenAsync(new CreateTokenRequest { Kind = TokenKind.Enrolment, Name = "valid" });
        await server.Database.WriteAsync(async write =>
        {
            for (var job = 0; job < 2 * TokenQueries.Shown; job++)
                await write.ExecuteAsync(
                    """
                    insert into tokens (id, kind, name, prefix, hash, labels, author, created_at, expires_at)
                    values (@id, 'Enrolment', @name, '', @id, '{}', 'cli:root', 0, 1)
                    """,
                    new { id = $"f{job:0000}", name = $"job-{job}" }
                );
            return 0;
        });
        using var person = await Person.SignedInAsync(server, Role.Admin);
        using var ofSome = await Person.SignedInAsync(server, "fay", new AccessGrant(Role.Admin, "site:fra"));

        var main = (await person.OpenAsync("/enrolment")).QuerySelector("main")!;

        var names = main.QuerySelectorAll(".name").Select(name => name.TextContent).ToHashSet(StringComparer.Ordinal);
        Assert.Contains("valid", names);
        Assert.Contains($"job-{(2 * TokenQueries.Shown) - 1}", names);
        Assert.DoesNotContain("job-0", names);
        foreach (var reader in (Person[])[person, ofSome])
            Assert.Contains(
                "Not listed: tokens that are no longer valid and older than the latest 200.",
                (await reader.OpenAsync("/enrolment")).QuerySelector("main")!.TextContent,
                StringComparison.Ordinal
            );
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
