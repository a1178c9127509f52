using System.Net.Http.Json;
using AngleSharp.Html.Dom;
using IwTune.Lab;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Keys;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Tests.Features.Inbox;

/// <summary>What waits for a person, and only for those who can deal with it.</summary>
public sealed class InboxTests
{
    [Fact]
    public async Task A_plan_waits_for_those_who_may_approve_it_and_not_for_its_author()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server, "anna", new(Role.Operator), new(Role.Approver));
        using var approver = await Person.SignedInAsync(server, "ben", new AccessGrant(Role.Approver));
        using var reader = await Person.SignedInAsync(server, Role.Viewer);
        using var anna = await server.ApiOfAsync("anna");
        await server.FleetAsync(anna, 3);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10), confirm: 3);

        var waiting = Assert.Single(await ItemsAsync(approver));
        Assert.StartsWith("edge r1 → r2, 3 hosts, planned by", waiting.Text, StringComparison.Ordinal);
        Assert.Equal($"/rollouts/{rollout.Summary.Id}/approve", waiting.Href);
        Assert.Equal("1", Badge(await approver.OpenAsync("/hosts")));
        foreach (var other in (Person[])[author, reader])
        {
            Assert.Empty(await ItemsAsync(other));
            Assert.Null(Badge(await other.OpenAsync("/hosts")));
        }
        using var ben = await server.ApiOfAsync("ben");
        var told = Assert.Single((await ben.GetAsync(FleetPaths.Inbox, InboxJson.Default.FleetInbox)).Items);
        Assert.Equal(("Approval", waiting.Text, waiting.Href, WaitingUrgency.Decision), (told.Kind, told.Text, told.Page, told.Urgency));
        Assert.Empty((await anna.GetAsync(FleetPaths.Inbox, InboxJson.Default.FleetInbox)).Items);
        Assert.Contains(waiting.Text, (await approver.OpenAsync("/")).QuerySelector("main")!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Failures_come_before_decisions_and_deadlines()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var admin = await Person.SignedInAsync(server);
        using var anna = await server.ApiOfAsync("anna", Role.Admin);
        var hosts = await server.FleetAsync(anna, 3);
        using (
            await anna.PostAsJsonAsync(
                FleetPaths.Exceptions,
                new ExceptionRequest
                {
                    Selector = "site:mars",
                    Reason = "an old kernel",
                    Until = server.Clock.GetUtcNow().AddDays(3),
                },
                ExceptionJson.Default.ExceptionRequest
            )
        ) { }
        var rules = Rolling.Quick() with { OnFailure = GateFailure.Hold };
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10), rules, confirm: 3);
        await server.UntilAsync(anna, rollout.Summary.Id, [], one => one.Summary.Admitted == 1);
        foreach (var host in hosts)
            await host.FollowAsync(fails: true);
        await server.UntilAsync(anna, rollout.Summary.Id, [], RolloutState.Holding);

        var items = await ItemsAsync(admin);
        Assert.Contains(items, item => item.Text.Contains("its gate failed", StringComparison.Ordinal));
        Assert.StartsWith("Ends for site:mars: an old kernel", items[^1].Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Hosts_that_only_the_overview_counts_are_named_with_the_same_numbers()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await Person.SignedInAsync(server);
        using var anna = await server.ApiOfAsync("anna", Role.Admin);
        await server.FleetAsync(anna, 3);
        Assert.DoesNotContain("attention", await TextAsync(admin, "/inbox"), StringComparison.Ordinal);

        server.Clock.Jump(TimeSpan.FromMinutes(20));
        var inbox = "";
        await Until.TrueAsync(
            async () => (inbox = await TextAsync(admin, "/inbox")).Contains("3 hosts need attention: 3 Stale.", StringComparison.Ordinal),
            () => inbox
        );
        Assert.Contains("Nothing waits for you", inbox, StringComparison.Ordinal);
        Assert.Contains("3 need attention: 3 Stale.", await TextAsync(admin, "/"), StringComparison.Ordinal);

        static async Task<string> TextAsync(Person person, string page) =>
            (await person.OpenAsync(page)).QuerySelector("main")!.TextContent;
    }

    [Fact]
    public async Task A_token_that_programs_use_is_named_in_its_last_week_and_one_that_was_made_for_a_day_is_not()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await Person.SignedInAsync(server);
        foreach (var (name, days) in ((string, int)[])[("nightly", 30), ("today", 1)])
            await server.TokenAsync(
                new CreateTokenRequest
                {
                    Kind = TokenKind.Api,
                    Name = name,
                    Grants = [new(Role.Viewer)],
                    LifeSeconds = (long)TimeSpan.FromDays(days).TotalSeconds,
                }
            );
        await server.Database.WriteAsync(write =>
            write.ExecuteAsync("update tokens set used_at = created_at, used_from = '192.0.2.7' where kind = 'Api'")
        );
        Assert.Empty(await ItemsAsync(admin));
        await server.Database.WriteAsync(write =>
            write.ExecuteAsync(
                "update tokens set created_at = created_at - @days, expires_at = expires_at - @days where name = 'nightly'",
                new { days = 25 * 86_400_000L }
            )
        );
        Assert.StartsWith("The API token nightly expires", Assert.Single(await ItemsAsync(admin)).Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task People_are_named_their_own_tokens_and_those_of_no_other_person()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await Person.SignedInAsync(server, "anna", new AccessGrant(Role.Viewer));
        using var ben = await Person.SignedInAsync(server, "ben", new AccessGrant(Role.Viewer));
        await CreateToken.RunAsync(
            server.Database,
            server.Clock,
            "user:anna",
            new()
            {
                Kind = TokenKind.Api,
                Name = "nightly",
                Personal = true,
                LifeSeconds = (long)TimeSpan.FromDays(30).TotalSeconds,
            },
            "user:anna",
            "anna"
        );
        await server.Database.WriteAsync(write =>
            write.ExecuteAsync(
                "update tokens set used_at = created_at, created_at = created_at - @days, expires_at = expires_at - @days",
                new { days = 25 * 86_400_000L }
            )
        );
        Assert.StartsWith("The API token nightly expires", Assert.Single(await ItemsAsync(anna)).Text, StringComparison.Ordinal);
        Assert.Empty(await ItemsAsync(ben));
    }

    [Fact]
    public async Task A_key_is_named_in_the_last_month_of_its_period_until_it_has_a_successor()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await Person.SignedInAsync(server);
        using var auditor = await Person.SignedInAsync(server, Role.Auditor);
        await AgeAsync(server, days: 334);
        Assert.Empty(await ItemsAsync(admin));
        await AgeAsync(server, days: 2);
        const string signing = "The signing key reaches its period of 1 year. Replace it on the server: iwtune-server keys rotate signing";
        Assert.Equal((signing, "/keys"), Assert.Single(await ItemsAsync(admin)));
        Assert.Empty(await ItemsAsync(auditor));

        await AgeAsync(server, days: 3 * 365);
        Assert.Equal(
            [
                "The CA has passed its period of 3 years. Replace it on the server: iwtune-server keys rotate authority",
                signing.Replace("reaches", "has passed", StringComparison.Ordinal),
            ],
            (await ItemsAsync(admin)).Select(item => item.Text).Order()
        );
        foreach (var kind in (KeyKind[])[KeyKind.Signing, KeyKind.Authority])
            await server.RotateAsync(kind);
        Assert.Empty(await ItemsAsync(admin));
    }

    private static Task<int> AgeAsync(RunningServer server, int days) =>
        server.Database.WriteAsync(write =>
            write.ExecuteAsync("update fleet_keys set made_at = made_at - @age", new { age = days * 86_400_000L })
        );

    private static async Task<List<(string Text, string Href)>> ItemsAsync(Person person) =>
        [
            .. (await person.OpenAsync("/inbox"))
                .QuerySelectorAll("#inbox a.row-link")
                .Select(link => (link.TextContent, link.GetAttribute("href")!)),
        ];

    private static string? Badge(IHtmlDocument page) => page.QuerySelector("nav a[href='/inbox'] .nav-count")?.FirstChild?.TextContent;
}
