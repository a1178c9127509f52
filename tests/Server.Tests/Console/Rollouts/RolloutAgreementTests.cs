using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Console.Rollouts;

/// <summary>Pages that show the same rollout say the same, and offer what can be done.</summary>
public sealed class RolloutAgreementTests
{
    [Fact]
    public async Task A_person_whose_token_approved_a_plan_is_not_offered_a_second_approval()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 2 });
        using var anna = await server.ApiOfAsync("anna");
        using var token = await server.ApiOfAsync("ben");
        using var ben = await Person.SignedInAsync(server, "ben", new AccessGrant(Role.Approver));
        await server.FleetAsync(anna, 1);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        var page = $"/rollouts/{rollout.Summary.Id}";
        Assert.NotNull((await ben.OpenAsync(page)).QuerySelector("a[href$='/approve']"));

        await token.ApproveAsync(rollout);

        var after = await ben.OpenAsync(page);
        Assert.Null(after.QuerySelector("a[href$='/approve']"));
        Assert.Contains("another person must also approve it", after.Body!.TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain("/approve", (await ben.OpenAsync("/inbox")).QuerySelector("main")!.InnerHtml, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_page_of_a_policy_names_the_hosts_that_keep_the_revision_of_an_aborted_rollout()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var person = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        var hosts = await server.FleetAsync(api, 3);
        var rules = Rolling.Quick() with { BakeSeconds = 3600 };
        var id = (await api.RollAsync(await api.StageAsync(Api.Iw10), rules)).Summary.Id;
        await server.UntilAsync(api, id, hosts, one => one.Summary.Applied == 1);
        await api.TellAsync(id, RolloutAction.Abort);

        var page = await person.OpenAsync("/policies/edge");

        var section = page.QuerySelector("[aria-labelledby=rollouts]")!;
        Assert.Contains("1 host keeps revision 2 from an aborted rollout", Spaced(section.TextContent), StringComparison.Ordinal);
        Assert.NotNull(section.QuerySelector($"a[href='/rollouts/{id}']"));
        Assert.Contains(
            "3 of 3 have the required revision: r2 on 1, r1 on 2",
            Spaced(page.QuerySelector("[aria-labelledby=adoption]")!.TextContent),
            StringComparison.Ordinal
        );
        Assert.Contains(
            "3 of 3",
            Spaced((await person.OpenAsync("/policies")).QuerySelector("tbody")!.TextContent),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Of_two_freezes_the_list_names_the_one_that_its_rollouts_wait_for_and_none_of_them_says_when_it_completes()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var person = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 3);
        var now = server.Clock.GetUtcNow();
        await api.FreezeAsync(now.AddHours(1));
        var later = await api.FreezeAsync(now.AddHours(30));
        var until = later.Until.UtcDateTime.ToString("yyyy-MM-dd HH:mm", System.Globalization.CultureInfo.InvariantCulture);
        var rollout = await api.RollAsync(await api.StageAsync(Api.Iw10), Rolling.Quick() with { BakeSeconds = 3600 });
        Assert.Contains(until, rollout.Summary.Sentence, StringComparison.Ordinal);

        Assert.Contains(until, (await person.OpenAsync("/rollouts")).QuerySelector(".notice")!.TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain(
            "complete at the earliest",
            (await person.OpenAsync($"/rollouts/{rollout.Summary.Id}")).Body!.TextContent,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task The_earliest_end_of_a_rollout_does_not_include_rings_that_have_no_hosts()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var person = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 2);
        var rules = Rolling.Quick(new RingRule { Hosts = 1 }, new RingRule { Selector = "site:nowhere" }, new RingRule { Percent = 100 });
        var id = (await api.RollAsync(await api.StageAsync(Api.Iw10), rules with { BakeSeconds = 3 * 86_400 })).Summary.Id;
        await server.UntilAsync(api, id, [], one => one.Summary.Admitted == 1);

        Assert.Contains(
            "complete at the earliest in 6 d",
            (await person.OpenAsync($"/rollouts/{id}")).Body!.TextContent,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_rollout_that_admitted_no_host_is_not_undone_by_a_rollback()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 2);
        var id = (await api.RollAsync(await api.StageAsync(Api.Iw10))).Summary.Id;

        var page = (await person.OpenAsync($"/rollouts/{id}/abort")).QuerySelector("main")!.TextContent;

        Assert.Contains("no host was admitted", page, StringComparison.Ordinal);
        Assert.DoesNotContain("roll back", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_promotion_names_the_next_ring_that_has_hosts()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var person = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 2);
        var rules = Rolling.Quick(new RingRule { Hosts = 1 }, new RingRule { Selector = "site:nowhere" }, new RingRule { Percent = 100 });
        var id = (await api.RollAsync(await api.StageAsync(Api.Iw10), rules with { BakeSeconds = 3600 })).Summary.Id;
        await server.UntilAsync(api, id, [], one => one.Summary.Admitted == 1);

        Assert.Contains(
            "Ring 3, 100 %, starts when freezes and change windows allow: 1 more host.",
            (await person.OpenAsync($"/rollouts/{id}/promote")).QuerySelector(".lede")!.TextContent,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task An_emergency_names_no_rules_that_do_not_apply_to_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna");
        using var ben = await server.ApiOfAsync("ben");
        using var cleo = await server.ApiOfAsync("cleo");
        using var person = await Person.SignedInAsync(server);
        await server.FleetAsync(anna, 2);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10), emergency: true);
        await ben.ApproveAsync(rollout);
        await cleo.ApproveAsync(rollout);
        await server.UntilAsync(anna, rollout.Summary.Id, [], RolloutState.Complete);

        var page = await person.OpenAsync($"/rollouts/{rollout.Summary.Id}");

        Assert.DoesNotContain("rolls back", page.QuerySelector("[aria-labelledby=rules]")!.TextContent, StringComparison.Ordinal);
        Assert.Contains("An emergency has no gates.", page.QuerySelector("[aria-labelledby=gate]")!.TextContent, StringComparison.Ordinal);
        Assert.Contains("not judged", page.QuerySelector(".lane")!.TextContent, StringComparison.Ordinal);
        Assert.Contains("until it ended", page.QuerySelector(".rollout-facts")!.TextContent, StringComparison.Ordinal);
    }

    private static string Spaced(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
