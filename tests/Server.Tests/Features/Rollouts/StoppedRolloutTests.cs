using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>A revision that a rollout was stopped with does not go out again without a reason of its own.</summary>
public sealed class StoppedRolloutTests
{
    [Fact]
    public async Task A_stopped_revision_and_its_copies_need_a_reason_until_a_rollout_of_them_completes()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiOfAsync("anna");
        var hosts = await server.FleetAsync(anna, 3);
        var to = await anna.StageAsync(Api.Iw10);
        var failed = await StoppedAsync(server, anna, hosts, to);

        var problem = await anna.TryRollAsync(new("edge", to, "once more", Rolling.Quick())).RefusedAsync(HttpStatusCode.BadRequest);
        var lacking = Assert.Single(problem.Problems!, one => one.Path == "despite");
        Assert.Contains(failed, lacking.Rule, StringComparison.Ordinal);
        Assert.Contains("apply failures: ", lacking.Rule, StringComparison.Ordinal);
        using var planned = await anna.PostAsJsonAsync(
            FleetPaths.RolloutPlan,
            new RolloutRequest("edge", to, "a look", Rolling.Quick()),
            RolloutJson.Default.RolloutRequest
        );
        var plan = await planned.ReadAsync(RolloutJson.Default.RolloutDetail);
        Assert.Equal((failed, to), (plan.Stopped?.Id, plan.Stopped?.Revision));

        var copy = await anna.StageAsync(Api.Iw10);
        Assert.NotEqual(to, copy);
        var copied = await anna.TryRollAsync(new("edge", copy, "a copy", Rolling.Quick())).RefusedAsync(HttpStatusCode.BadRequest);
        Assert.Contains(
            $"revision {to}, which has the same content, was stopped",
            Assert.Single(copied.Problems!, one => one.Path == "despite").Rule,
            StringComparison.Ordinal
        );

        using var again = await anna.TryRollAsync(
            new("edge", copy, "permission given", Rolling.Quick(), Confirm: 3) { Despite = "CHG-8 gave the agent its permission" }
        );
        var rollout = await again.ReadAsync(RolloutJson.Default.RolloutDetail);
        Assert.Equal(failed, rollout.Stopped?.Id);
        Assert.Contains("CHG-8 gave the agent", rollout.Events[^1].Text, StringComparison.Ordinal);
        await server.UntilAsync(anna, rollout.Summary.Id, hosts, RolloutState.Complete);
        var other = await anna.StageAsync(Api.Iw3);
        await server.UntilAsync(anna, (await anna.RollAsync(other, confirm: 3)).Summary.Id, hosts, RolloutState.Complete);
        Assert.Null((await anna.RollAsync(copy, confirm: 3)).Stopped);
    }

    [Fact]
    public async Task The_page_selects_no_stopped_revision_and_shows_the_failure_above_the_form()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiOfAsync("anna");
        using var author = await Person.SignedInAsync(server, Role.Operator);
        var hosts = await server.FleetAsync(anna, 3);
        var to = await anna.StageAsync(Api.Iw10);
        await StoppedAsync(server, anna, hosts, to);
        await anna.StageAsync(Api.Iw10);

        var form = await author.OpenAsync("/rollouts/new?policy=edge");
        Assert.Equal("Select a revision", form.QuerySelector("#to option[selected]")!.TextContent);
        Assert.Null(form.QuerySelector("#despite"));
        var address = $"/rollouts/new?policy=edge&to={to}";
        var chosen = await author.OpenAsync(address);
        Assert.Contains("apply failures: ", chosen.QuerySelector("#stopped .notice")!.TextContent, StringComparison.Ordinal);
        using var looked = await author.SendAsync(chosen, address, "rollout", ("Input.Rings", "1,100%"), ("Input.Action", "check"));
        var plan = await Person.ReadAsync(looked);
        Assert.Equal(2, plan.QuerySelectorAll(".lane").Length);
        (string, string)[] start = [("Input.Reason", "CHG-7"), ("Input.Confirm", "3"), ("Input.Action", "start")];
        using var without = await author.SendAsync(plan, address, "rollout", start);
        Assert.Contains(
            "was stopped in rollout",
            (await Person.ReadAsync(without)).QuerySelector(".problems")!.TextContent,
            StringComparison.Ordinal
        );
        using var with = await author.SendAsync(plan, address, "rollout", [.. start, ("Input.Despite", "CHG-8")]);
        Assert.Equal(HttpStatusCode.Redirect, with.StatusCode);
    }

    [Fact]
    public async Task After_a_rollback_the_page_separates_what_was_delivered_from_what_hosts_have_now()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiOfAsync("anna");
        using var reader = await Person.SignedInAsync(server, Role.Viewer);
        var hosts = await server.FleetAsync(anna, 3);
        var to = await anna.StageAsync(Api.Iw10);
        var rollout = await anna.RollAsync(to, confirm: 3);
        var id = rollout.Summary.Id;
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied > 0);
        using (var told = await anna.TryTellAsync(id, RolloutAction.RollBack, confirm: 3))
            Assert.Equal(HttpStatusCode.OK, told.StatusCode);
        foreach (var host in hosts)
            await host.FollowAsync();
        var ended = await anna.RolloutAsync(id);
        Assert.True(ended.Summary.Applied > 0);
        Assert.Equal(0, ended.HaveNow);

        var page = await reader.OpenAsync($"/rollouts/{id}");
        var facts = page.QuerySelector(".rollout-facts")!.TextContent;
        Assert.Contains($"0 hosts now have revision {to}", facts, StringComparison.Ordinal);
        Assert.Contains("until it ended", facts, StringComparison.Ordinal);
        Assert.Equal("Rings when it ended", page.QuerySelector("#rings")!.TextContent);
        Assert.NotNull(page.QuerySelector(".cells-past"));
        Assert.DoesNotContain(page.QuerySelectorAll(".lane .chip"), chip => chip.TextContent.Trim() == "waiting");
        // The same count as on the policy's page.
        var row = (await reader.OpenAsync("/policies/edge"))
            .QuerySelectorAll("[aria-labelledby=revisions] tbody tr")
            .Single(one => one.QuerySelector("th strong")!.TextContent == $"r{to}");
        Assert.Equal("0 hosts", row.QuerySelectorAll("td")[4].TextContent.Trim());
    }

    /// <summary>A rollout whose first host fails: its gate stops it.</summary>
    private static async Task<string> StoppedAsync(RunningServer server, HttpClient api, IReadOnlyList<TestHost> hosts, int to)
    {
        var rollout = await api.RollAsync(to, confirm: 3);
        await server.UntilAsync(api, rollout.Summary.Id, [], one => one.Summary.Admitted == 1);
        foreach (var host in hosts)
            await host.FollowAsync(fails: true);
        await server.UntilAsync(api, rollout.Summary.Id, [], RolloutState.RolledBack);
        foreach (var host in hosts)
            await host.FollowAsync();
        return rollout.Summary.Id;
    }
}
