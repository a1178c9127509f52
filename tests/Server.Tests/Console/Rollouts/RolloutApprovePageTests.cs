using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Console.Rollouts;

public sealed class RolloutApprovePageTests
{
    [Fact]
    public async Task Hosts_in_no_ring_are_named_wherever_the_approver_reads_a_number_of_hosts()
    {
        await using var server = await RunningServer.StartAsync();
        using var approver = await Person.SignedInAsync(server);
        using var anna = await server.ApiOfAsync("anna");
        await server.FleetAsync(anna, 3);
        foreach (var silent in (string[])["silent-1", "silent-2"])
            await server.EnrolAsync(silent);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10), confirm: 3);

        var page = await approver.OpenAsync($"/rollouts/{rollout.Summary.Id}/approve");
        Assert.Contains(
            "3 hosts of 5 move from revision 1 to revision 2, in 2 rings; 2 other hosts of the policy are in no ring.",
            OneLine(page.QuerySelector(".lede")!.TextContent),
            StringComparison.Ordinal
        );
        Assert.Contains("2 hosts", OneLine(page.QuerySelector("[aria-labelledby=excluded]")!.TextContent), StringComparison.Ordinal);
        var impact = OneLine(page.QuerySelector("[aria-labelledby=impact-hosts]")!.TextContent);
        Assert.Contains("5 of 5 hosts move to another revision or policy;", impact, StringComparison.Ordinal);
        Assert.Contains("The hosts in no ring count here, too: they get revision 2 after the last ring.", impact, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_reason_is_reached_by_the_keyboard_without_passing_every_host()
    {
        await using var server = await RunningServer.StartAsync();
        using var approver = await Person.SignedInAsync(server);
        using var anna = await server.ApiOfAsync("anna");
        await server.FleetAsync(anna, 3);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10));

        var page = await approver.OpenAsync($"/rollouts/{rollout.Summary.Id}/approve");

        Assert.Equal("#reason", page.QuerySelector("form[method=post] a[href]")!.GetAttribute("href"));
        Assert.Equal("Input.Reason", page.GetElementById("reason")!.GetAttribute("name"));
    }

    [Fact]
    public async Task A_plan_that_was_made_anew_at_its_approval_is_shown_and_can_be_approved_from_that_page()
    {
        await using var server = await RunningServer.StartAsync();
        using var approver = await Person.SignedInAsync(server);
        using var anna = await server.ApiOfAsync("anna");
        await server.FleetAsync(anna, 3);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        foreach (var name in (string[])["new-1", "new-2"])
            await (await server.EnrolAsync(name)).FollowAsync();

        using var answer = await approver.SubmitAsync($"/rollouts/{rollout.Summary.Id}/approve", "approve", ("Input.Reason", "ok"));

        var page = OneLine(await answer.Content.ReadAsStringAsync());
        Assert.Contains("2 hosts were added to the policy and 0 left since the plan of 3 hosts was made", page, StringComparison.Ordinal);
        Assert.Contains("Nothing was approved.", page, StringComparison.Ordinal);
        Assert.Contains("5 hosts of 5 move", page, StringComparison.Ordinal);
        Assert.DoesNotContain(rollout.PlanHash, page.Split("5 hosts of 5 move")[1], StringComparison.Ordinal);
    }

    private static string OneLine(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
