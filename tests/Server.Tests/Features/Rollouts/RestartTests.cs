using IwTune.Lab;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>A server that is stopped and restarted, in every state and ring, reaches the same end.</summary>
public sealed class RestartTests : IAsyncDisposable
{
    private RunningServer server = null!;
    private HttpClient anna = null!,
        ben = null!;
    private IReadOnlyList<TestHost> hosts = [];
    private string before = "";

    [Fact]
    public async Task In_every_state_and_ring_it_goes_on_where_it_was()
    {
        await BeginAsync(3);
        await anna.FreezeAsync(server.Clock.GetUtcNow().AddHours(1));
        var rules = Rolling.Quick(new RingRule { Hosts = 1 }, new RingRule { Hosts = 2 }, new RingRule { Percent = 100 }) with
        {
            BakeSeconds = 1,
        };
        var planned = await anna.RollAsync(await anna.StageAsync(Api.Iw10), rules);
        var id = planned.Summary.Id;
        await SameAfterRestartAsync(id, RolloutState.AwaitingApproval);

        await ben.ApproveAsync(planned);
        await server.UntilAsync(anna, id, [], one => one.Summary.Sentence.Contains("freeze", StringComparison.Ordinal));
        await SameAfterRestartAsync(id, RolloutState.AwaitingWindow);
        var freeze = Assert.Single(await anna.GetAsync(FleetPaths.Freezes, RolloutJson.Default.IReadOnlyListFreeze));
        (await anna.DeleteAsync($"{FleetPaths.Freeze(freeze.Id)}?reason=over")).Dispose();

        for (var ring = 1; ring <= 3; ring++)
        {
            await HeardUntilAsync(id, one => one.Ring == ring && one.Admitted == ring);
            await SameAfterRestartAsync(id, RolloutState.Running);
            await anna.TellAsync(id, RolloutAction.Pause);
            await SameAfterRestartAsync(id, RolloutState.Paused);
            await anna.TellAsync(id, RolloutAction.Resume);
            foreach (var host in hosts)
                await host.FollowAsync();
            await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == ring);
            await RestartAsync();
        }
        var done = await server.UntilAsync(anna, id, hosts, RolloutState.Complete);
        Assert.Equal((3, 3, 0), (done.Summary.Admitted, done.Summary.Applied, done.Summary.Failed));
        Assert.Equal(3, done.Events.Count(happened => happened.Kind == RolloutEventKind.GatePassed));
        await SameAfterRestartAsync(id, RolloutState.Complete);
    }

    [Fact]
    public async Task A_gate_that_holds_or_failed_still_does_and_the_time_it_was_down_is_not_watched()
    {
        await BeginAsync(2);
        var planned = await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick() with { OnFailure = GateFailure.Hold });
        var id = planned.Summary.Id;
        await ben.ApproveAsync(planned);
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 1);
        foreach (var host in hosts)
            await host.FollowAsync(fails: true);
        var held = await server.UntilAsync(anna, id, [], RolloutState.Holding);
        Assert.Contains("its gate failed", held.Summary.Sentence, StringComparison.Ordinal);
        await SameAfterRestartAsync(id, RolloutState.Holding);
        await anna.TellAsync(id, RolloutAction.Abort);
        await SameAfterRestartAsync(id, RolloutState.Aborted);

        var second = await anna.RollAsync(
            await anna.StageAsync(Api.Iw10.Replace("10", "12", StringComparison.Ordinal)),
            Rolling.Quick() with
            {
                BakeSeconds = 3000,
            }
        );
        await ben.ApproveAsync(second);
        await server.UntilAsync(anna, second.Summary.Id, hosts, one => one.Summary.Applied == 1);
        await RestartAsync(TimeSpan.FromMinutes(50));
        await server.LookAsync();
        var watched = await anna.RolloutAsync(second.Summary.Id);
        Assert.Equal((RolloutState.Running, 1), (watched.Summary.State, watched.Summary.Ring));
        Assert.InRange(watched.Rings[0].BakedSeconds, 0, 600);
    }

    [Fact]
    public async Task A_host_that_pauses_after_an_outage_is_waited_for_before_it_counts_as_unreachable()
    {
        await BeginAsync(2);
        var rules = Rolling.Quick() with { BakeSeconds = 60, UnreachableSeconds = 600 };
        var planned = await anna.RollAsync(await anna.StageAsync(Api.Iw10), rules);
        var id = planned.Summary.Id;
        await ben.ApproveAsync(planned);
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 1);
        await RestartAsync();
        await server.LookAsync();

        server.Clock.Advance(TimeSpan.FromMinutes(25));
        await server.LookAsync();
        var waits = await anna.RolloutAsync(id);
        Assert.Equal((RolloutState.Running, 1, 0), (waits.Summary.State, waits.Summary.Ring, waits.Summary.Failed));
        Assert.Contains("1 of them not heard since the server started", waits.Summary.Sentence, StringComparison.Ordinal);

        await server.UntilAsync(anna, id, hosts, one => !one.Summary.Sentence.Contains("not heard", StringComparison.Ordinal));
        // Both were silent together before; from here on one of them is alone.
        foreach (var host in hosts)
            (await host.CheckInAsync()).Dispose();
        await server.LookAsync();
        await OnlyTheOtherIsHeardAsync(6, 5);
        var silent = await server.UntilAsync(anna, id, [], RolloutState.RolledBack);
        Assert.Contains("unreachable", silent.Summary.Sentence, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task A_host_that_never_returns_from_an_outage_is_unreachable_after_the_longest_pause_of_an_agent()
    {
        await BeginAsync(2);
        var planned = await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick() with { BakeSeconds = 60 });
        var id = planned.Summary.Id;
        await ben.ApproveAsync(planned);
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 1);
        await RestartAsync();
        await server.LookAsync();

        await OnlyTheOtherIsHeardAsync(7, 7, 7, 6);
        await server.UntilAsync(anna, id, [], RolloutState.RolledBack);
    }

    [Fact]
    public async Task One_that_cannot_be_judged_says_so_and_stands_still_while_others_go_on()
    {
        await BeginAsync(2);
        await anna.PublishAsync(Core(3), assign: "site:fra");
        var other = await server.EnrolAsync("core-1", labels: ("site", "fra"));
        await other.FollowAsync();
        var broken = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        await ben.ApproveAsync(broken);
        var id = broken.Summary.Id;
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 1);
        await Until.TrueAsync(
            async () =>
            {
                // An evaluation that began before may have overwritten it with evidence.
                await server.Database.WriteAsync(write => write.ExecuteAsync("update rollout_watches set evidence = 'x'"));
                await server.LookAsync();
                return (await anna.RolloutAsync(id)).Summary is { State: RolloutState.Running, Sentence: var said }
                    && said.StartsWith("Stopped", StringComparison.Ordinal);
            },
            () => "a rollout whose evidence cannot be read goes on"
        );
        using (
            var asked = await anna.TryRollAsync(new("core", await anna.StageAsync(Core(10)), "faster pages", Rolling.Quick(), false, null))
        )
        {
            var second = await asked.ReadAsync(RolloutJson.Default.RolloutDetail);
            await ben.ApproveAsync(second);
            await server.UntilAsync(anna, second.Summary.Id, [other], RolloutState.Complete);
        }
        await server.Database.WriteAsync(write =>
            write.ExecuteAsync("update rollout_watches set evidence = @empty", new { empty = WatchEvidence.Empty })
        );
        await server.UntilAsync(anna, id, hosts, RolloutState.Complete);
    }

    public ValueTask DisposeAsync() => server.DisposeAsync();

    private static string Core(int segments) =>
        Api.Iw3.Replace("edge", "core", StringComparison.Ordinal).Replace("3", $"{segments}", StringComparison.Ordinal);

    private async Task BeginAsync(int count)
    {
        server = await RunningServer.StartAsync();
        (anna, ben) = (await server.ApiOfAsync("anna"), await server.ApiOfAsync("ben"));
        hosts = await server.FleetAsync(anna, count);
        before = hosts[0].Held!.Digest;
    }

    private async Task SameAfterRestartAsync(string id, RolloutState state)
    {
        var before = await anna.RolloutAsync(id);
        Assert.Equal(state, before.Summary.State);
        await RestartAsync();
        await server.LookAsync();
        var after = await anna.RolloutAsync(id);
        Assert.Equal(
            (state, before.Summary.Ring, before.Summary.Admitted, before.PlanHash),
            (after.Summary.State, after.Summary.Ring, after.Summary.Admitted, after.PlanHash)
        );
        Assert.Equal(before.Events, after.Events);
    }

    /// <summary>Hosts check in, and keep what they have.</summary>
    private Task HeardUntilAsync(string id, Func<RolloutSummary, bool> there) =>
        Until.TrueAsync(
            async () =>
            {
                foreach (var host in hosts)
                    (await host.CheckInAsync()).Dispose();
                await server.LookAsync();
                return there((await anna.RolloutAsync(id)).Summary);
            },
            () => "a ring does not start after a restart"
        );

    /// <summary>The host without the revision is heard at the end of each span of minutes, and the one that has it is not.</summary>
    private async Task OnlyTheOtherIsHeardAsync(params int[] spans)
    {
        var other = hosts.Single(host => host.Held!.Digest == before);
        foreach (var minutes in spans)
        {
            server.Clock.Advance(TimeSpan.FromMinutes(minutes));
            (await other.CheckInAsync()).Dispose();
            await server.LookAsync();
        }
    }

    private async Task RestartAsync(TimeSpan away = default)
    {
        var (annas, bens) = (anna.DefaultRequestHeaders.Authorization!.ToString(), ben.DefaultRequestHeaders.Authorization!.ToString());
        await server.StopAsync();
        server = await RunningServer.StartAsync(server.Data);
        server.Clock.Jump(away);
        (anna, ben) = (server.Client(annas), server.Client(bens));
        hosts = [.. hosts.Select(host => host.At(server))];
    }
}
