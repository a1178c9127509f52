using System.Globalization;
using System.Text.RegularExpressions;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Features.Webhooks;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Agreement;

/// <summary>The hosts of a plan are the same for the author, the approver and receivers of events, and are those that then move.</summary>
public sealed partial class PlanAgreementTests
{
    private const int Planned = 6,
        New = 3;

    [Fact]
    public async Task A_plan_names_the_hosts_that_it_then_moves_before_the_first_ring_and_between_two()
    {
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                WebhookNetworks = WebhookFixture.Loopback,
            }
        );
        using var author = await Person.SignedInAsync(server, "anna", new AccessGrant(Role.Admin));
        using var approver = await Person.SignedInAsync(server, "ben", new AccessGrant(Role.Approver));
        using var anna = await server.ApiOfAsync("anna", Role.Admin);
        using var ben = await server.ApiOfAsync("ben");
        var hosts = (await server.FleetAsync(anna, Planned + 1)).ToList();
        await anna.HoldAsync("web-1");
        var revision = await anna.StageAsync(Api.Iw10);
        await using var receiver = await Receiver.StartAsync();
        await WebhookFixture.AddAsync(anna, receiver.Address, "", WebhookFormat.Json, WebhookKinds.Rollout);
        var numbers = new Numbers();

        var form = $"/rollouts/new?policy=edge&to={revision}";
        using (var reviewed = await author.SubmitAsync(form, "rollout", ("Input.Rings", "1,100%"), ("Input.Action", "check")))
            Add(numbers, "first", "preview", Number(Text(await Person.ReadAsync(reviewed), "[aria-labelledby=plan]"), Moves()));
        var rollout = await anna.RollAsync(revision, Rolling.Quick() with { BakeSeconds = 3600 }, confirm: Planned);
        var id = rollout.Summary.Id;
        Add(numbers, "first", "API, hosts", rollout.Summary.Hosts);
        Add(numbers, "first", "event", Number(rollout.Events[^1].Text, Hosts()));
        Add(numbers, "first", "audit log", Number(Assert.Single(await anna.AuditAsync("rollout.plan")).Text, InRings()));
        await IwTune.Lab.Until.TrueAsync(() => !receiver.Messages.IsEmpty, () => "no message of the plan");
        Add(numbers, "first", "webhook", Number(receiver.Messages.First().Event.Data.Text, InRings()));
        await WaitingAsync(numbers, "first", rollout, approver, ben);
        await ben.ApproveAsync(rollout);
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 1);

        // More hosts than the plan allows: those that have not had their turn are planned again.
        foreach (var added in Enumerable.Range(1, New))
        {
            var host = await server.EnrolAsync($"new-{added}");
            await host.FollowAsync();
            hosts.Add(host);
        }
        await anna.TellAsync(id, RolloutAction.Promote);
        var again = await server.UntilAsync(anna, id, hosts, RolloutState.AwaitingApproval);
        Add(numbers, "second", "hosts without a turn", Planned - 1 + New);
        await WaitingAsync(numbers, "second", again, approver, ben);
        await ben.ApproveAsync(again);
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == Planned + New);
        await anna.TellAsync(id, RolloutAction.Promote);
        var done = await server.UntilAsync(anna, id, hosts, RolloutState.Complete);
        Add(numbers, "second", "moved", done.Summary.Applied - 1);
        Add(numbers, "first", "moved of the first plan", done.Summary.Applied - New);
        Assert.EndsWith($"is current. {Planned + New} of {Planned + New} hosts have it.", done.Summary.Sentence, StringComparison.Ordinal);

        Assert.True(numbers.Contradictions() is "", numbers.Contradictions());
    }

    private static async Task WaitingAsync(Numbers numbers, string plan, RolloutDetail rollout, Person approver, HttpClient ben)
    {
        Add(numbers, plan, "API, waiting", rollout.Rings.Sum(ring => ring.States.GetValueOrDefault(nameof(RolloutHostState.Waiting))));
        Add(numbers, plan, "sentence", Number(rollout.Summary.Sentence, WhichMoves()));
        var item = Assert.Single((await ben.GetAsync(FleetPaths.Inbox, InboxJson.Default.FleetInbox)).Items);
        Add(numbers, plan, "inbox", Number(item.Text, Hosts()));
        var page = await approver.OpenAsync($"/rollouts/{rollout.Summary.Id}/approve");
        Add(numbers, plan, "approval page", Number(Text(page, ".lede"), Moves()));
        var lanes = page.QuerySelectorAll(".lane-counts li").Where(li => li.TextContent.Contains("waiting", StringComparison.Ordinal));
        Add(
            numbers,
            plan,
            "approval page, rings",
            lanes.Sum(li => int.Parse(li.QuerySelector(".num")!.TextContent, CultureInfo.InvariantCulture))
        );
    }

    private static void Add(Numbers numbers, string plan, string place, int hosts) => numbers.Add($"{plan} plan", place, hosts);

    private static string Text(AngleSharp.Dom.IParentNode page, string part) =>
        string.Join(' ', page.QuerySelector(part)!.TextContent.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static int Number(string text, Regex number)
    {
        Assert.Matches(number, text);
        return int.Parse(number.Match(text).Groups[1].Value, CultureInfo.InvariantCulture);
    }

    [GeneratedRegex(@"(\d+) hosts? of \d+ moves?")]
    private static partial Regex Moves();

    [GeneratedRegex(@"which moves (\d+) hosts? ")]
    private static partial Regex WhichMoves();

    [GeneratedRegex(@"\b(\d+) hosts?\b")]
    private static partial Regex Hosts();

    [GeneratedRegex(@"(\d+) hosts? in \d+ rings?")]
    private static partial Regex InRings();
}
