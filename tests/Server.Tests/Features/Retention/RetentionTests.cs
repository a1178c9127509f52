using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Retention;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Retention;

public sealed class RetentionTests
{
    private static readonly RetentionPeriods Short = new(History: 30, Reports: 7, Audit: 90);

    [Fact]
    public async Task Without_a_period_nothing_is_ever_deleted()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        await host.DurableAsync(host.Line(new HostEvent(HostEventKind.Applied, "applied", "d")));
        var before = await RowsAsync(server);
        server.Clock.Jump(TimeSpan.FromDays(1000));
        Assert.True(await server.Get<RetentionSweep>().RunAsync());
        Assert.True(await RowsAsync(server) >= before);
        using var api = await server.ApiAsync();
        Assert.Equal("Nothing was older than its period.", (await StatusAsync(api)).LastTold);
    }

    [Fact]
    public async Task Tokens_that_ended_long_ago_are_deleted_but_not_those_of_hosts()
    {
        await using var server = await RunningServer.StartAsync();
        await server.TokenAsync(new CreateTokenRequest { Kind = TokenKind.Enrolment, Name = "unused" });
        await TestHost.EnrolAsync(
            server,
            await server.TokenAsync(new CreateTokenRequest { Kind = TokenKind.Enrolment, Name = "used" }),
            "web-1",
            "machine-1"
        );
        async Task<IEnumerable<string>> NamesAsync() =>
            (await server.Database.ReadAsync(TokenQueries.ListAsync)).Select(token => token.Name).Order(StringComparer.Ordinal);

        server.Clock.Jump(TimeSpan.FromDays(OldTokens.Days));
        Assert.True(await server.Get<RetentionSweep>().RunAsync());
        Assert.Contains("unused", await NamesAsync());

        server.Clock.Jump(TimeSpan.FromDays(31));
        Assert.True(await server.Get<RetentionSweep>().RunAsync());
        Assert.DoesNotContain("unused", await NamesAsync());
        Assert.Contains("used", await NamesAsync());
    }

    [Fact]
    public async Task Over_the_years_reports_and_history_go_and_the_log_still_verifies_from_the_checkpoint_it_was_cut_at()
    {
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                Retain = "history=400d,reports=90d,audit=730d",
            }
        );
        for (var year = 0; year < 4; year++)
        {
            var host = await server.EnrolAsync($"web-{year}");
            await host.DurableAsync(host.Line(new HostEvent(HostEventKind.Applied, "applied", "d")));
            using var api = await server.ApiAsync();
            await api.PublishAsync(Api.Iw3.Replace("3", $"{year + 3}", StringComparison.Ordinal));
            await server.Get<Checkpointing>().RunAsync(force: true);
            server.Clock.Jump(TimeSpan.FromDays(365));
            Assert.True(await server.Get<RetentionSweep>().RunAsync());
            Assert.False(await server.Get<RetentionSweep>().RunAsync());
            Assert.Equal(
                0,
                await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from host_history where kind = 'Applied'"))
            );
        }
        using var admin = await server.ApiAsync();
        var status = await StatusAsync(admin);
        Assert.True(status.AuditDeleted > 0, status.LastTold);
        var first = await server.Database.ReadAsync(db => db.ValueAsync<long>("select min(number) from audit"));
        Assert.Equal(status.AuditDeleted + 1, first);
        var verified = await VerifyAsync(server);
        Assert.True(verified.Intact, verified.Text);

        // A copy taken now begins at the cut and verifies without the server.
        using var copy = new StringReader(await admin.GetStringAsync(FleetPaths.AuditExport));
        var offline = await AuditTrailCheck.RunAsync(copy, server.Get<AuditKey>().Public.KeyId);
        Assert.True(offline.Intact, offline.Text);
    }

    [Theory]
    [InlineData("delete from audit where number <= 2", "no signed checkpoint covers what was before")]
    [InlineData("delete from audit where number <= (select min(entries) from audit_checkpoints)", "no entry records the cut")]
    public async Task A_beginning_that_somebody_else_cut_off_is_found(string tampering, string told)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        for (var i = 3; i < 8; i++)
        {
            await api.PublishAsync(Api.Iw3.Replace("3", $"{i}", StringComparison.Ordinal));
            await server.Get<Checkpointing>().RunAsync(force: i == 6);
        }
        Assert.True((await VerifyAsync(server)).Intact);
        await server.Database.WriteAsync(write => write.ExecuteAsync(tampering));
        var verified = await VerifyAsync(server);
        Assert.False(verified.Intact);
        Assert.Contains(told, verified.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_legal_hold_keeps_what_its_hosts_reported_until_it_is_lifted_also_of_a_host_that_left()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Retain = RetentionText.Of(Short) });
        var (kept, other) = (await server.EnrolAsync("kept", "", ("site", "fra")), await server.EnrolAsync("other", "", ("site", "ams")));
        foreach (var host in (TestHost[])[kept, other])
            await host.DurableAsync(host.Line(new HostEvent(HostEventKind.Applied, "applied", "d")) with { At = server.Clock.GetUtcNow() });
        using var api = await server.ApiAsync();
        await api.PostAsJsonAsync(FleetPaths.HostRetire(kept.Id), new ReasonRequest("old"), AdministrationJson.Default.ReasonRequest);
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.LegalHolds,
            new LegalHoldRequest("case 4711", "site:fra", server.Clock.GetUtcNow().AddDays(-1), "asked for"),
            RetentionJson.Default.LegalHoldRequest
        );
        var hold = await answer.ReadAsync(RetentionJson.Default.LegalHold);
        Assert.Equal(1, hold.Hosts);
        await server.Get<Checkpointing>().RunAsync(force: true);

        server.Clock.Jump(TimeSpan.FromDays(200));
        using var later = await server.ApiAsync();
        await server.Get<RetentionSweep>().RunAsync();
        Assert.Equal([kept.Id], await AppliedAsync(server));
        Assert.Equal(0, (await StatusAsync(later)).AuditDeleted);

        using var lifted = await later.DeleteAsync($"{FleetPaths.LegalHold(hold.Id)}?reason=closed");
        Assert.Equal(HttpStatusCode.NoContent, lifted.StatusCode);
        server.Clock.Jump(TimeSpan.FromDays(2));
        await server.Get<RetentionSweep>().RunAsync();
        Assert.Empty(await AppliedAsync(server));
        using var last = await server.ApiAsync();
        Assert.True((await StatusAsync(last)).AuditDeleted > 0);
        Assert.Contains(
            (await last.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries,
            entry => entry.Action == "legalhold.lift" && entry.Reason == "closed"
        );
        Assert.True((await VerifyAsync(server)).Intact);
    }

    [Fact]
    public async Task Periods_that_somebody_changed_meanwhile_are_not_written_over()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var looked = await api.GetAsync(FleetPaths.Retention);
        var tag = looked.Headers.ETag!.ToString();
        Assert.Equal(HttpStatusCode.OK, (await SetAsync(api, Short, tag)).StatusCode);
        var problem = await (await SetAsync(api, new(), tag)).ProblemAsync(HttpStatusCode.PreconditionFailed);
        Assert.Contains("history=30d,reports=7d,audit=90d", problem.Detail, StringComparison.Ordinal);
        Assert.Equal(Short, (await StatusAsync(api)).Periods);
        Assert.Equal(HttpStatusCode.OK, (await SetAsync(api, new(History: 400), "*")).StatusCode);
        var wrong = await (await SetAsync(api, new(1, 1, 1), null)).ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Equal(3, wrong.Problems!.Count);
    }

    [Theory]
    [InlineData(7, "7 days", true)]
    [InlineData(500, "500 days", false)]
    [InlineData(null, "For ever", false)]
    public async Task The_page_says_where_evidence_is_kept_longer_than_its_period(int? days, string period, bool longer)
    {
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                Retain = RetentionText.Of(Short with { Reports = days }),
            }
        );
        using var person = await Person.SignedInAsync(server);
        var page = await person.OpenAsync("/retention");
        var told = page.QuerySelector("[aria-labelledby=periods]")!.TextContent;
        Assert.Contains($"{period}: evidence and events that hosts reported", told, StringComparison.Ordinal);
        Assert.Equal(longer && TestStore.IsPostgres, told.Contains("kept up to a week longer", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("", "No period is set.", "No legal holds. Everything is kept.")]
    [InlineData("audit=90d", "These are the periods of --retain.", "No legal holds. Records older than their period are deleted.")]
    public async Task The_page_says_whether_anything_is_deleted(string retain, string origin, string holds)
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Retain = retain });
        using var person = await Person.SignedInAsync(server);
        var page = await person.OpenAsync("/retention");
        Assert.Contains(origin, page.QuerySelector("[aria-labelledby=periods]")!.TextContent, StringComparison.Ordinal);
        Assert.Contains(holds, page.QuerySelector("[aria-labelledby=holds]")!.TextContent, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("history=400d,audit=forever,reports=90d", "history=400d,reports=90d,audit=forever")]
    [InlineData("", "history=forever,reports=forever,audit=forever")]
    [InlineData("history=1d", null)]
    [InlineData("nonsense", null)]
    [InlineData("history=30d,history=31d", null)]
    [InlineData("audit=90", null)]
    public void Periods_are_written_as_people_write_them(string text, string? means)
    {
        var (periods, problems) = RetentionText.Parse(text);
        Assert.Equal(means, periods is null ? null : RetentionText.Of(periods));
        Assert.Equal(means is null, problems.Count > 0);
    }

    private static async Task<HttpResponseMessage> SetAsync(HttpClient api, RetentionPeriods periods, string? tag)
    {
        using var message = new HttpRequestMessage(HttpMethod.Put, FleetPaths.Retention)
        {
            Content = JsonContent.Create(new(periods, "as agreed"), RetentionJson.Default.RetentionRequest),
        };
        if (tag is not null)
            message.Headers.TryAddWithoutValidation("If-Match", tag);
        return await api.SendAsync(message);
    }

    private static Task<RetentionStatus> StatusAsync(HttpClient api) =>
        api.GetAsync(FleetPaths.Retention, RetentionJson.Default.RetentionStatus);

    private static Task<AuditVerification> VerifyAsync(RunningServer server) =>
        server.Database.SnapshotAsync(db => VerifyAudit.RunAsync(db, server.Get<AuditKey>().Public));

    private static Task<IReadOnlyList<string>> AppliedAsync(RunningServer server) =>
        server.Database.ReadAsync(db => db.ListAsync<string>("select host_id from host_history where kind = 'Applied'"));

    private static Task<long> RowsAsync(RunningServer server) =>
        server.Database.ReadAsync(db =>
            db.ValueAsync<long>(
                "select (select count(*) from verdict_changes) + (select count(*) from identity_changes) + (select count(*) from "
                    + "host_history) + (select count(*) from audit)"
            )
        );
}
