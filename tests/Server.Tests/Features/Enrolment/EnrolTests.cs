using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Enrolment;

public sealed class EnrolTests
{
    private static Task<HttpResponseMessage> TryAsync(RunningServer server, string token, HostFacts? facts = null) =>
        server
            .Client()
            .PostAsJsonAsync(AgentPaths.Enrol, new EnrolRequest(token, facts ?? TestHost.FactsOf("web-1")), WireJson.Default.EnrolRequest);

    [Fact]
    public async Task A_token_makes_a_host_with_its_labels_a_secret_of_its_own_and_a_slot()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync("web-1", labels: ("site", "fra"));
        Assert.Equal("fra", host.Reply.Labels["site"]);
        Assert.InRange(host.Reply.Schedule.SlotSeconds, 0, host.Reply.Schedule.IntervalSeconds - 1);
        Assert.Single(host.Reply.SigningKeys);
        Assert.Equal(HttpStatusCode.NoContent, (await host.Client.GetAsync(AgentPaths.Ping)).StatusCode);
    }

    [Fact]
    public async Task A_used_up_an_expired_a_revoked_and_a_wrong_token_are_refused_and_make_no_host()
    {
        await using var server = await RunningServer.StartAsync();
        var once = await server.TokenAsync(uses: 1);
        (await TryAsync(server, once)).EnsureSuccessStatusCode();
        await (await TryAsync(server, once)).ProblemAsync(HttpStatusCode.Unauthorized);
        await (await TryAsync(server, "iwte_nonsense")).ProblemAsync(HttpStatusCode.Unauthorized);
        await (await TryAsync(server, await server.TokenAsync(TokenKind.Api))).ProblemAsync(HttpStatusCode.Unauthorized);

        using var api = await server.ApiAsync();
        var revoked = await server.TokenAsync();
        var listed = await api.GetAsync(FleetPaths.Tokens, AccessJson.Default.IReadOnlyListTokenSummary);
        (await api.DeleteAsync(FleetPaths.Token(listed.First(t => t.Kind == TokenKind.Enrolment).Id))).EnsureSuccessStatusCode();
        await (await TryAsync(server, revoked)).ProblemAsync(HttpStatusCode.Unauthorized);

        var late = await server.TokenAsync();
        server.Clock.Jump(TimeSpan.FromHours(2));
        await (await TryAsync(server, late)).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Equal(1, await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from hosts")));
    }

    [Fact]
    public async Task Of_twenty_hosts_with_a_token_for_five_exactly_five_join()
    {
        await using var server = await RunningServer.StartAsync();
        var token = await server.TokenAsync(uses: 5);
        var answers = await Task.WhenAll(Enumerable.Range(0, 20).Select(i => TryAsync(server, token, TestHost.FactsOf($"web-{i}"))));
        Assert.Equal(5, answers.Count(a => a.StatusCode == HttpStatusCode.OK));
        Assert.Equal(15, answers.Count(a => a.StatusCode == HttpStatusCode.Unauthorized));
    }

    [Fact]
    public async Task More_joins_than_the_server_takes_at_once_are_told_when_to_come_back_and_cost_the_token_nothing()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { EnrolmentsPerSecond = 1 });
        var token = await server.TokenAsync();
        var answers = await Task.WhenAll(Enumerable.Range(0, 24).Select(i => TryAsync(server, token, TestHost.FactsOf($"web-{i}"))));
        var refused = answers.Where(a => a.StatusCode != HttpStatusCode.OK).ToList();
        Assert.NotEmpty(refused);
        Assert.InRange(answers.Length - refused.Count, 4, 23);
        foreach (var answer in refused)
        {
            await answer.ProblemAsync(HttpStatusCode.TooManyRequests);
            Assert.True(answer.Headers.RetryAfter?.Delta >= TimeSpan.FromSeconds(1));
        }
        Assert.Equal(
            answers.Length - refused.Count,
            await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from hosts"))
        );
    }

    [Fact]
    public async Task Facts_that_cannot_be_shown_are_refused_and_the_token_keeps_its_use()
    {
        await using var server = await RunningServer.StartAsync();
        var token = await server.TokenAsync(uses: 1);
        var problem = await (await TryAsync(server, token, TestHost.FactsOf("a\nb") with { Os = "plan9" })).ProblemAsync(
            HttpStatusCode.BadRequest
        );
        Assert.Contains("facts.hostName", problem.Detail, StringComparison.Ordinal);
        Assert.Contains("facts.os", problem.Detail, StringComparison.Ordinal);
        (await TryAsync(server, token)).EnsureSuccessStatusCode();
    }

    [Fact]
    public async Task A_refused_token_says_why_and_a_restricted_one_costs_nobody_a_use()
    {
        await using var server = await RunningServer.StartAsync();
        var token = await server.TokenAsync(
            new CreateTokenRequest
            {
                Kind = TokenKind.Enrolment,
                Uses = 1,
                NamePattern = "web-*",
                Networks = ["127.0.0.0/8", "2001:db8::/32"],
            }
        );
        var elsewhere = await server.TokenAsync(
            new CreateTokenRequest
            {
                Kind = TokenKind.Enrolment,
                Uses = 1,
                Networks = ["192.0.2.0/24"],
            }
        );
        Assert.Contains(
            "named 'web-*'",
            (await (await TryAsync(server, token, TestHost.FactsOf("db-1"))).ProblemAsync(HttpStatusCode.Unauthorized)).Detail,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "192.0.2.0/24",
            (await (await TryAsync(server, elsewhere)).ProblemAsync(HttpStatusCode.Unauthorized)).Detail,
            StringComparison.Ordinal
        );
        (await TryAsync(server, token)).EnsureSuccessStatusCode();
        Assert.Contains(
            "used up",
            (await (await TryAsync(server, token)).ProblemAsync(HttpStatusCode.Unauthorized)).Detail,
            StringComparison.Ordinal
        );

        using var api = await server.ApiAsync();
        var listed = (await api.GetAsync(FleetPaths.Tokens, AccessJson.Default.IReadOnlyListTokenSummary)).Single(one =>
            one.NamePattern == "web-*"
        );
        Assert.Equal((0, 1), (listed.UsesLeft, listed.Used));
        var use = Assert.Single(await api.GetAsync(FleetPaths.TokenUses(listed.Id), EnrolmentJson.Default.IReadOnlyListTokenUse));
        Assert.Equal(("web-1", TokenUseState.Member), (use.Name, use.State));
    }

    [Fact]
    public async Task Thousands_of_wrong_tokens_write_nothing_and_keep_nobody_with_a_right_one_out()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { EnrolmentsPerSecond = 10_000 });
        var right = await server.TokenAsync(uses: 1);
        var (client, before) = (
            server.Client(),
            await server.Database.ReadAsync(db => db.ValueAsync<long>("select number from audit_head"))
        );
        var wrong = 0;
        await Parallel.ForEachAsync(
            Enumerable.Range(0, 2000),
            new ParallelOptions { MaxDegreeOfParallelism = 8 },
            async (i, ct) =>
            {
                using var answer = await client.PostAsJsonAsync(
                    AgentPaths.Enrol,
                    new EnrolRequest($"iwte_{i}", TestHost.FactsOf("web-1")),
                    WireJson.Default.EnrolRequest,
                    ct
                );
                if (answer.StatusCode == HttpStatusCode.Unauthorized)
                    Interlocked.Increment(ref wrong);
            }
        );
        Assert.Equal(2000, wrong);
        Assert.Equal(before, await server.Database.ReadAsync(db => db.ValueAsync<long>("select number from audit_head")));
        (await TryAsync(server, right)).EnsureSuccessStatusCode();
    }

    [Fact]
    public async Task A_token_that_is_revoked_while_a_rack_joins_lets_nobody_in_afterwards()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var token = await server.TokenAsync();
        var id = (await api.GetAsync(FleetPaths.Tokens, AccessJson.Default.IReadOnlyListTokenSummary))
            .First(one => one.Kind == TokenKind.Enrolment)
            .Id;
        var joining = Enumerable.Range(0, 40).Select(i => TryAsync(server, token, TestHost.FactsOf($"web-{i}"))).ToList();
        (await api.DeleteAsync(FleetPaths.Token(id))).EnsureSuccessStatusCode();
        var answers = await Task.WhenAll(joining);
        var joined = answers.Count(answer => answer.IsSuccessStatusCode);
        Assert.Equal(joined, (await api.GetAsync(FleetPaths.TokenUses(id), EnrolmentJson.Default.IReadOnlyListTokenUse)).Count);
        Assert.Contains(
            "revoked",
            (await (await TryAsync(server, token)).ProblemAsync(HttpStatusCode.Unauthorized)).Detail,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task After_un_enrolment_the_secret_is_void_and_the_history_stays()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        Assert.Equal(HttpStatusCode.NoContent, (await host.Client.PostAsync(AgentPaths.Unenrol, null)).StatusCode);
        await (await host.Client.GetAsync(AgentPaths.Ping)).ProblemAsync(HttpStatusCode.Unauthorized);
        using var api = await server.ApiAsync();
        var detail = await api.GetAsync(FleetPaths.Host(host.Id), HostsJson.Default.HostDetail);
        Assert.NotNull(detail.Summary.Retired);
        Assert.Contains(detail.History, entry => entry.Kind == "Retired");
    }

    [Fact]
    public async Task Who_administers_some_hosts_lets_only_such_hosts_join()
    {
        await using var server = await RunningServer.StartAsync();
        using var all = await server.ApiAsync();
        using var some = await server.ApiAsync(Role.Admin, "site:fra");
        using var viewer = await server.ApiAsync(Role.Operator);
        var elsewhere = await (await MakeAsync(all, ("site", "ams"))).ReadAsync(AccessJson.Default.CreatedToken);
        Assert.Equal(
            "urn:iwtune:problem:not-permitted",
            (await (await MakeAsync(viewer, ("site", "fra"))).ProblemAsync(HttpStatusCode.Forbidden)).Type
        );
        foreach (var labels in new (string, string)[][] { [], [("site", "ams")], [("role", "web")], [("role", "fra")] })
            Assert.Contains(
                "'site:fra'",
                (await (await MakeAsync(some, labels)).ProblemAsync(HttpStatusCode.Forbidden)).Detail,
                StringComparison.Ordinal
            );

        var made = await (await MakeAsync(some, ("site", "fra"), ("role", "web"))).ReadAsync(AccessJson.Default.CreatedToken);
        Assert.Equal(
            [made.Summary.Id],
            (await some.GetAsync(FleetPaths.Tokens, AccessJson.Default.IReadOnlyListTokenSummary))
                .Where(token => token.Kind == TokenKind.Enrolment)
                .Select(token => token.Id)
        );
        await TestHost.EnrolAsync(server, made.Token, "web-1");
        Assert.Equal(1, (await some.GetAsync(FleetPaths.Hosts, HostsJson.Default.HostPage)).Matched);
        await (await some.DeleteAsync(FleetPaths.Token(elsewhere.Summary.Id))).ProblemAsync(HttpStatusCode.NotFound);
        await (
            await some.PostAsJsonAsync(FleetPaths.Approve, new PendingDecision(Selector: "*"), EnrolmentJson.Default.PendingDecision)
        ).ProblemAsync(HttpStatusCode.Forbidden);
        Assert.Equal(HttpStatusCode.NoContent, (await some.DeleteAsync(FleetPaths.Token(made.Summary.Id))).StatusCode);

        using var person = await Person.SignedInAsync(server, "fra", new AccessGrant(Role.Admin, "site:fra"));
        using var refused = await person.SubmitAsync("/enrolment", "token", ("Input.Labels", "site=ams"));
        Assert.Contains(
            "give the token these terms as labels",
            (await Person.ReadAsync(refused)).Body!.TextContent,
            StringComparison.Ordinal
        );
        var page = await person.OpenAsync("/enrolment");
        Assert.Null(page.QuerySelector("#pending-hosts"));
        Assert.DoesNotContain(elsewhere.Summary.Name, page.Body!.TextContent, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.NotFound, (await person.GetAsync($"/enrolment/revoke?id={elsewhere.Summary.Id}")).StatusCode);

        static Task<HttpResponseMessage> MakeAsync(HttpClient api, params (string Key, string Value)[] labels) =>
            api.PostAsJsonAsync(
                FleetPaths.Tokens,
                new CreateTokenRequest { Kind = TokenKind.Enrolment, Labels = labels.ToDictionary(one => one.Key, one => one.Value) },
                AccessJson.Default.CreateTokenRequest
            );
    }

    [Fact]
    public async Task The_ca_is_public_and_fits_the_pin()
    {
        await using var server = await RunningServer.StartAsync();
        var pem = await server.Client().GetStringAsync(AgentPaths.Authority);
        using var certificate = System.Security.Cryptography.X509Certificates.X509Certificate2.CreateFromPem(pem);
        var pin = Convert.ToHexStringLower(
            System.Security.Cryptography.SHA256.HashData(certificate.PublicKey.ExportSubjectPublicKeyInfo())
        );
        Assert.Equal(server.Get<IwTune.Server.Features.Keys.HeldKeys>().Authority.Pin, "sha256:" + pin);
    }
}
