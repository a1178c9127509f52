using System.Net;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>What a rollout says is true of the state that it is in, also when no evaluation changes anything.</summary>
public sealed class RolloutSentencesTests : IAsyncDisposable
{
    private RunningServer server = null!;
    private HttpClient anna = null!;
    private IReadOnlyList<TestHost> hosts = [];

    [Fact]
    public async Task After_a_pause_a_failed_gate_says_again_what_failed_and_what_can_be_done()
    {
        await BeginAsync(2);
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick() with { OnFailure = GateFailure.Hold })).Summary.Id;
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 1);
        foreach (var host in hosts)
            await host.FollowAsync(fails: true);
        await server.UntilAsync(anna, id, [], RolloutState.Holding);

        await anna.TellAsync(id, RolloutAction.Pause);
        var resumed = await anna.TellAsync(id, RolloutAction.Resume);

        Assert.Equal(RolloutState.Holding, resumed.Summary.State);
        Assert.Contains("its gate failed: apply failures", resumed.Summary.Sentence, StringComparison.Ordinal);
        await server.LookAsync();
        Assert.Equal(resumed.Summary.Sentence, (await anna.RolloutAsync(id)).Summary.Sentence);
    }

    [Fact]
    public async Task After_a_pause_a_rollout_says_at_once_what_it_waits_for()
    {
        await BeginAsync(2);
        await anna.FreezeAsync(server.Clock.GetUtcNow().AddHours(1));
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10))).Summary.Id;

        await anna.TellAsync(id, RolloutAction.Pause);

        Assert.Contains(
            "Ring 1 of 2 waits for the freeze of",
            (await anna.TellAsync(id, RolloutAction.Resume)).Summary.Sentence,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_paused_rollout_that_could_not_be_evaluated_says_that_it_is_paused_once_it_can()
    {
        await BeginAsync(2);
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10))).Summary.Id;
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 1);
        var paused = await anna.TellAsync(id, RolloutAction.Pause);

        await server.Database.WriteAsync(write => RolloutWrites.StandStillAsync(write, id));
        await server.LookAsync();

        Assert.Equal(paused.Summary.Sentence, (await anna.RolloutAsync(id)).Summary.Sentence);
    }

    [Fact]
    public async Task A_host_that_left_is_not_one_of_those_that_keep_the_revision()
    {
        await BeginAsync(2);
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick(new RingRule { Percent = 100 }))).Summary.Id;
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 2);
        await anna.RetireAsync(hosts[0]);
        await server.UntilAsync(anna, id, [], one => one.Rings[0].States.ContainsKey("Left"));

        Assert.Contains(
            "1 host keeps revision 2 until the policy's next publication or rollout; roll back to restore the earlier content there.",
            (await anna.TellAsync(id, RolloutAction.Abort)).Summary.Sentence,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task The_completion_of_an_emergency_claims_nothing_of_hosts_that_had_no_time_to_answer()
    {
        await BeginAsync(3);
        using var ben = await server.ApiOfAsync("ben");
        using var cleo = await server.ApiOfAsync("cleo");
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10), emergency: true);
        await ben.ApproveAsync(rollout);
        await cleo.ApproveAsync(rollout);

        var done = await server.UntilAsync(anna, rollout.Summary.Id, [], RolloutState.Complete);

        Assert.Equal("Complete: revision 2 is current. 3 hosts had to take it at once.", done.Summary.Sentence);
    }

    [Fact]
    public async Task A_first_revision_that_was_rolled_out_names_no_earlier_one_to_go_back_to()
    {
        server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        anna = await server.ApiOfAsync("anna");
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw3, assign: "*"))).Summary.Id;
        await server.UntilAsync(anna, id, [host], RolloutState.Complete);

        var refused = await anna.TryTellAsync(id, RolloutAction.RollBack).RefusedAsync(HttpStatusCode.Conflict);

        Assert.Contains("no revision was current before it", refused.Detail, StringComparison.Ordinal);
        Assert.DoesNotContain("--to", refused.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_plan_that_was_made_anew_counts_the_hosts_and_rings_that_are_still_to_come()
    {
        server = await RunningServer.StartAsync();
        anna = await server.ApiOfAsync("anna");
        using var ben = await server.ApiOfAsync("ben");
        using var person = await Person.SignedInAsync(server);
        hosts = await server.FleetAsync(anna, 3);
        var rules = Rolling.Quick() with { BakeSeconds = 3600 };
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10), rules);
        var id = rollout.Summary.Id;
        await ben.ApproveAsync(rollout);
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 1);
        var freeze = await anna.FreezeAsync(server.Clock.GetUtcNow().AddHours(1));
        await anna.TellAsync(id, RolloutAction.Promote);
        foreach (var name in (string[])["new-1", "new-2"])
            await (await server.EnrolAsync(name)).FollowAsync();
        (await anna.DeleteAsync($"{FleetPaths.Freeze(freeze.Id)}?reason=over")).Dispose();

        var anew = await server.UntilAsync(anna, id, [], RolloutState.AwaitingApproval);
        Assert.Contains("which moves 4 hosts in 1 more ring.", anew.Summary.Sentence, StringComparison.Ordinal);
        await anna.TellAsync(id, RolloutAction.Pause);
        var resumed = await anna.TellAsync(id, RolloutAction.Resume);
        Assert.Contains("which moves 4 hosts in 1 more ring.", resumed.Summary.Sentence, StringComparison.Ordinal);
        var lede = (await person.OpenAsync($"/rollouts/{id}/approve")).QuerySelector(".lede")!.TextContent;
        Assert.Contains(
            "4 hosts of 5 move",
            string.Join(' ', lede.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task The_time_that_a_ring_was_observed_is_the_same_in_the_sentence_and_in_its_lane()
    {
        await BeginAsync(2);
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick() with { BakeSeconds = 180 })).Summary.Id;
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 1);

        for (var seconds = 0; seconds < 34; seconds++)
        {
            server.Clock.Advance(TimeSpan.FromSeconds(1));
            foreach (var host in hosts)
                (await host.CheckInAsync()).Dispose();
            await server.LookAsync();
        }

        var rollout = await anna.RolloutAsync(id);
        Assert.EndsWith(
            $"; {RingStanding.Of(rollout.Summary, rollout.Rings[0]).Word}.",
            rollout.Summary.Sentence,
            StringComparison.Ordinal
        );
        Assert.Matches("; observed (3.|4.)s of 3m", rollout.Summary.Sentence);
    }

    public ValueTask DisposeAsync()
    {
        anna.Dispose();
        return server.DisposeAsync();
    }

    private async Task BeginAsync(int count)
    {
        server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        anna = await server.ApiAsync();
        hosts = await server.FleetAsync(anna, count);
    }
}
