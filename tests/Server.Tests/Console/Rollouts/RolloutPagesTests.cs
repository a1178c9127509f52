using System.Net;
using IwTune.Server.Features.Policies.Pages;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Features.Traffic;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Console.Rollouts;

/// <summary>Rollouts in the console, without a script: permissions, and what a page shows before an action.</summary>
public sealed class RolloutPagesTests
{
    [Fact]
    public async Task A_person_plans_another_approves_and_the_list_and_the_policy_tell_of_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server, "planner", new(Role.Operator), new(Role.Approver));
        using var other = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        var hosts = await server.FleetAsync(api, 3);
        var to = await api.StageAsync(Api.Iw10);

        var id = await PlanAsync(author, to);
        var own = await author.OpenAsync($"/rollouts/{id}/approve");
        Assert.Contains("Authors cannot approve their own plans", own.Body!.TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain(
            own.QuerySelectorAll("button.primary"),
            button => button.TextContent.Contains("Approve", StringComparison.Ordinal)
        );
        using (var forced = await author.SubmitAsync($"/rollouts/{id}/approve", "approve", ("Input.Reason", "mine")))
            Assert.Contains(
                "Authors cannot approve their own plans",
                (await Person.ReadAsync(forced)).QuerySelector(".notice-bad")!.TextContent,
                StringComparison.Ordinal
            );

        using (var yes = await other.SubmitAsync($"/rollouts/{id}/approve", "approve", ("Input.Reason", "looked at it")))
            Assert.Equal($"/rollouts/{id}", yes.Headers.Location?.ToString());
        Assert.Contains(
            "In rollout",
            (await other.OpenAsync("/policies/edge")).QuerySelector("table")!.TextContent,
            StringComparison.Ordinal
        );
        Assert.NotNull((await other.OpenAsync("/")).QuerySelector("#on-the-way"));

        await server.UntilAsync(api, id, hosts, RolloutState.Complete);
        var page = await author.OpenAsync($"/rollouts/{id}");
        Assert.Equal("Complete", page.QuerySelector(".chip-large")!.TextContent.Trim());
        Assert.Equal(
            ["1 applied of 1 host", "2 applied of 2 hosts"],
            page.QuerySelectorAll(".lane .cells").Select(cells => cells.GetAttribute("aria-label"))
        );
        Assert.Contains("padmin", page.QuerySelector("[aria-labelledby=approvals]")!.TextContent, StringComparison.Ordinal);
        // What hosts have now changes after the end as well.
        Assert.Equal($"/rollouts/{id}", page.QuerySelector("#rollout")!.GetAttribute("hx-get"));
        Assert.Contains(
            "Complete",
            (await author.OpenAsync("/rollouts")).QuerySelector("#rollout-rows")!.TextContent,
            StringComparison.Ordinal
        );
        Assert.Equal(3, (await author.OpenAsync($"/rollouts/{id}/hosts?state=applied")).QuerySelectorAll("tbody tr").Length);
        Assert.Single((await author.OpenAsync($"/rollouts/{id}/hosts?ring=1")).QuerySelectorAll("tbody tr"));
        Assert.Contains(
            "Current",
            (await author.OpenAsync("/policies/edge")).QuerySelector("tbody tr")!.TextContent,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_plan_is_shown_before_the_button_that_stores_it_and_another_plan_needs_another_look()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server, Role.Operator);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 3);
        var to = await api.StageAsync(Api.Iw10);
        var address = $"/rollouts/new?policy=edge&to={to}";

        var form = await author.OpenAsync(address);
        Assert.Null(form.QuerySelector("button[value=start]"));
        Assert.Null(form.QuerySelector(".lanes"));
        using var looked = await author.SendAsync(form, address, "rollout", ("Input.Rings", "1,100%"), ("Input.Action", "check"));
        var plan = await Person.ReadAsync(looked);
        Assert.Equal(2, plan.QuerySelectorAll(".lane").Length);
        Assert.Contains(
            "initcwnd 3 → initcwnd 10",
            string.Join(
                ' ',
                plan.QuerySelector("[aria-labelledby=windows]")!.TextContent.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)
            ),
            StringComparison.Ordinal
        );

        using var changed = await author.SendAsync(
            plan,
            address,
            "rollout",
            ("Input.Rings", "2,100%"),
            ("Input.Reason", "CHG-7"),
            ("Input.Action", "start")
        );
        Assert.NotNull((await Person.ReadAsync(changed)).QuerySelector("button[value=start]"));
        using var nameless = await author.SendAsync(plan, address, "rollout", ("Input.Reason", " "), ("Input.Action", "start"));
        Assert.NotEmpty((await Person.ReadAsync(nameless)).QuerySelectorAll(".problems li"));
        Assert.Empty(await api.GetAsync(FleetPaths.Rollouts, RolloutJson.Default.IReadOnlyListRolloutSummary));
    }

    [Fact]
    public async Task A_plan_says_how_long_its_evidence_takes_and_a_rule_that_these_hosts_cannot_satisfy_is_refused()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server, Role.Operator);
        var api = await server.ApiAsync();
        foreach (var host in await server.FleetAsync(api, 6))
        {
            // Two hours with 720 connections: one in ten seconds.
            var told = Told.Of(server.Clock.GetUtcNow(), 720, lost: 14) with
            {
                BundleDigest = host.Held!.Digest,
            };
            await host.DurableAsync(
                host.Line(told with { Passive = told.Passive! with { Since = server.Clock.GetUtcNow().AddHours(-2) } })
            );
        }
        var address = $"/rollouts/new?policy=edge&to={await api.StageAsync(Api.Iw10)}";

        using var refused = await author.SubmitAsync(address, "rollout", ("Input.Rings", "1,100%"), ("Input.Action", "check"));
        var problem = Assert.Single((await Person.ReadAsync(refused)).QuerySelectorAll(".problems li")).TextContent;
        Assert.Contains("its hosts had 6 judged connections a minute", problem, StringComparison.Ordinal);
        Assert.Contains("Use a bake time of 148m", problem, StringComparison.Ordinal);

        using var planned = await author.SubmitAsync(
            address,
            "rollout",
            ("Input.Rings", "1@150m,100%"),
            ("Input.Reason", "CHG-8"),
            ("Input.Action", "check")
        );
        var lanes = (await Person.ReadAsync(planned)).QuerySelectorAll(".lane");
        Assert.Contains("enough connections after 148 min or more, of 150m", lanes[0].TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain("enough connections", lanes[1].TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Everything_that_is_wrong_with_the_form_is_told_at_once_and_nothing_typed_is_lost()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server, Role.Operator);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 1);
        var to = await api.StageAsync(Api.Iw10);

        using var answer = await author.SubmitAsync(
            $"/rollouts/new?policy=edge&to={to}",
            "rollout",
            ("Input.Rings", "some"),
            ("Input.Bake", "<b>soon</b>"),
            ("Input.MinSamples", "many"),
            ("Input.Action", "check")
        );
        var page = await Person.ReadAsync(answer);

        Assert.Equal(3, page.QuerySelectorAll(".problems li").Length);
        Assert.Equal("<b>soon</b>", page.QuerySelector("#bake")!.GetAttribute("value"));
    }

    [Fact]
    public async Task A_command_names_its_effect_and_the_way_back_and_wants_a_reason()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server, Role.Operator);
        using var other = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        var hosts = await server.FleetAsync(api, 12);
        var id = await PlanAsync(author, await api.StageAsync(Api.Iw10), bake: "1h", confirm: "12");
        (await other.SubmitAsync($"/rollouts/{id}/approve", "approve", ("Input.Reason", "ok"))).Dispose();
        await server.UntilAsync(api, id, hosts, rollout => rollout.Summary.Applied == 1);

        var page = await author.OpenAsync($"/rollouts/{id}/rollback");
        Assert.Contains(
            "A new revision with the content of revision 1 goes to every host of edge; 1 host of 12 was admitted to revision 2 "
                + "and receives the new one.",
            page.QuerySelector(".lede")!.TextContent,
            StringComparison.Ordinal
        );
        using (var silent = await author.SendAsync(page, $"/rollouts/{id}/pause", "command"))
            Assert.Contains(
                "Enter a reason",
                (await Person.ReadAsync(silent)).QuerySelector(".field-problem")!.TextContent,
                StringComparison.Ordinal
            );
        using (var paused = await author.SubmitAsync($"/rollouts/{id}/pause", "command", ("Input.Reason", "lunch")))
            Assert.Equal(HttpStatusCode.Redirect, paused.StatusCode);
        Assert.Equal("Paused", (await author.OpenAsync($"/rollouts/{id}")).QuerySelector(".chip-large")!.TextContent.Trim());
        Assert.Contains("not possible now", (await author.OpenAsync($"/rollouts/{id}/pause")).Body!.TextContent, StringComparison.Ordinal);

        using (var back = await other.SubmitAsync($"/rollouts/{id}/rollback", "command", ("Input.Reason", "p95 rose")))
            Assert.Equal(HttpStatusCode.Redirect, back.StatusCode);
        Assert.Equal(RolloutState.RolledBack, (await api.RolloutAsync(id)).Summary.State);
        var timeline = (await author.OpenAsync($"/rollouts/{id}")).QuerySelectorAll("[aria-labelledby=timeline] li");
        Assert.Equal(
            ["Rolled back, padmin", "Paused, poperator", "Ring started", "Started", "Approved, padmin", "Planned, poperator"],
            timeline.Select(item => item.QuerySelector(".what")!.TextContent)
        );
        Assert.Contains("p95 rose", timeline[0].TextContent, StringComparison.Ordinal);
        Assert.Contains("lunch", timeline[1].TextContent, StringComparison.Ordinal);
        Assert.Contains("“ok”", timeline[4].TextContent, StringComparison.Ordinal);
        Assert.All(timeline, item => Assert.NotNull(item.QuerySelector("time[datetime][title]")));
    }

    [Fact]
    public async Task Rolling_back_more_than_half_of_the_fleet_needs_its_number_typed()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server, Role.Operator);
        using var other = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        var hosts = await server.FleetAsync(api, 12);
        var id = await PlanAsync(author, await api.StageAsync(Api.Iw10), rings: "100%", bake: "1h", confirm: "12");
        (await other.SubmitAsync($"/rollouts/{id}/approve", "approve", ("Input.Reason", "ok"))).Dispose();
        await server.UntilAsync(api, id, hosts, rollout => rollout.Summary.Applied == 12);

        using (var slip = await other.SubmitAsync($"/rollouts/{id}/rollback", "command", ("Input.Reason", "x"), ("Input.Hosts", "11")))
            Assert.Contains(
                "Enter 12 to confirm",
                (await Person.ReadAsync(slip)).QuerySelector(".field-problem")!.TextContent,
                StringComparison.Ordinal
            );
        Assert.Equal(RolloutState.Running, (await api.RolloutAsync(id)).Summary.State);
        using var meant = await other.SubmitAsync($"/rollouts/{id}/rollback", "command", ("Input.Reason", "x"), ("Input.Hosts", "12"));
        Assert.Equal(HttpStatusCode.Redirect, meant.StatusCode);
    }

    [Fact]
    public async Task Who_may_only_read_sees_everything_and_changes_nothing()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server, Role.Operator);
        using var reader = await Person.SignedInAsync(server, Role.Viewer);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 2);
        var id = await PlanAsync(author, await api.StageAsync(Api.Iw10));

        var page = await reader.OpenAsync($"/rollouts/{id}");
        Assert.Empty(page.QuerySelectorAll("a[href$='/approve'], a[href$='/pause'], a[href$='/abort']"));
        foreach (var address in (string[])[$"/rollouts/{id}/approve", $"/rollouts/{id}/abort", "/rollouts/new?policy=edge"])
            Assert.DoesNotContain("<form class=\"stack\"", (await AnyAsync(reader, address)), StringComparison.Ordinal);
        Assert.Null((await reader.OpenAsync("/rollouts/freezes")).QuerySelector("main form.stack"));

        // The form of a permitted user, sent by a user without the permission.
        var form = await author.OpenAsync($"/rollouts/{id}/abort");
        using var tried = await reader.SendAsync(form, $"/rollouts/{id}/abort", "command", ("Input.Reason", "no"));
        Assert.NotEqual(HttpStatusCode.Redirect, tried.StatusCode);
        Assert.Equal(RolloutState.AwaitingApproval, (await api.RolloutAsync(id)).Summary.State);
    }

    [Fact]
    public async Task Failures_are_grouped_by_what_hosts_told()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server, Role.Operator);
        using var other = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        var hosts = await server.FleetAsync(api, 3);
        var id = await PlanAsync(author, await api.StageAsync(Api.Iw10), rings: "100%", onFailure: "Hold");
        (await other.SubmitAsync($"/rollouts/{id}/approve", "approve", ("Input.Reason", "ok"))).Dispose();
        await server.UntilAsync(api, id, [], rollout => rollout.Summary.Admitted == 3);
        foreach (var host in hosts)
            await host.FollowAsync(fails: true);
        // The first failure holds the rollout; the page counts the others as their reports arrive.
        await server.UntilAsync(api, id, [], rollout => rollout.Summary is { State: RolloutState.Holding, Failed: 3 });

        var page = await author.OpenAsync($"/rollouts/{id}");
        var row = Assert.Single(page.QuerySelectorAll("[aria-labelledby=failures] tbody tr"));
        Assert.StartsWith("3", row.TextContent.Trim(), StringComparison.Ordinal);
        Assert.Contains("permission denied", row.TextContent, StringComparison.Ordinal);
        Assert.Equal("Fail", page.QuerySelector(".gate-verdict .chip")!.TextContent.Trim());
        Assert.Contains(page.QuerySelectorAll("a.button"), button => button.TextContent.Contains("Resume", StringComparison.Ordinal));
        Assert.DoesNotContain(
            page.QuerySelectorAll("a.button"),
            button => button.TextContent.Contains("Promote", StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task A_draft_is_staged_for_nobody()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server, Role.Operator);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 2);
        var draft = new PolicyDraft { Document = Api.Iw10 };

        using var answer = await person.SubmitAsync(
            "/policies/edge/edit",
            "policy",
            ("Draft.Document", Api.Iw10),
            ("Draft.Checked", draft.FingerprintOn(1)),
            ("Draft.Reason", "try ten"),
            ("Draft.Action", "stage")
        );

        Assert.Equal(HttpStatusCode.Redirect, answer.StatusCode);
        var policy = await api.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail);
        Assert.Equal((2, 1), (policy.Summary.Latest.Number, policy.Summary.Released));
        Assert.Contains(
            "Staged",
            (await person.OpenAsync("/policies/edge")).QuerySelector("tbody tr")!.TextContent,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("/rollouts/019a0000-0000-7000-8000-000000000001")]
    [InlineData("/rollouts/019a0000-0000-7000-8000-000000000001/hosts")]
    [InlineData("/rollouts/019a0000-0000-7000-8000-000000000001/approve")]
    [InlineData("/rollouts/019a0000-0000-7000-8000-000000000001/explode")]
    [InlineData("/rollouts/freezes/none/end")]
    [InlineData("/rollouts/new?policy=none")]
    public async Task What_is_not_there_has_a_page_that_says_so(string address)
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);

        Assert.Contains(
            "Page not found",
            (await person.OpenAsync(address, HttpStatusCode.NotFound)).Body!.TextContent,
            StringComparison.Ordinal
        );
    }

    /// <returns>The rollout's id.</returns>
    private static async Task<string> PlanAsync(
        Person author,
        int to,
        string rings = "1,100%",
        string bake = "0s",
        string onFailure = "RollBack",
        string confirm = ""
    )
    {
        var address = $"/rollouts/new?policy=edge&to={to}";
        (string, string)[] fields =
        [
            ("Input.Rings", rings),
            ("Input.Bake", bake),
            ("Input.MinSamples", "0"),
            ("Input.OnFailure", onFailure),
            ("Input.Reason", "faster pages"),
        ];
        using var looked = await author.SubmitAsync(address, "rollout", [.. fields, ("Input.Action", "check")]);
        using var made = await author.SendAsync(
            await Person.ReadAsync(looked),
            address,
            "rollout",
            ("Input.Action", "start"),
            ("Input.Confirm", confirm)
        );
        Assert.True(
            made.StatusCode == HttpStatusCode.Redirect,
            (await Person.ReadAsync(made, made.StatusCode)).QuerySelector("main")?.TextContent
        );
        return made.Headers.Location!.ToString().Split('/')[^1];
    }

    private static async Task<string> AnyAsync(Person person, string address)
    {
        using var answer = await person.GetAsync(address);
        return await answer.Content.ReadAsStringAsync();
    }
}
