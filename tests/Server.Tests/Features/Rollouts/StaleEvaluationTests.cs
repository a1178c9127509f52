using IwTune.Server.Features.Rollouts;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>An evaluation that had begun when a person gave a command changes nothing any more.</summary>
public sealed class StaleEvaluationTests
{
    [Fact]
    public async Task The_gate_of_a_ring_that_was_promoted_meanwhile_stays_as_the_person_saw_it()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiOfAsync("anna");
        var hosts = await server.FleetAsync(anna, 3);
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick() with { BakeSeconds = 3600 })).Summary.Id;
        await server.UntilAsync(
            anna,
            id,
            hosts,
            one => one.Summary.Applied == 1 && one.Rings[0].Gate is { Verdict: GateVerdict.Inconclusive }
        );
        await anna.FreezeAsync(server.Clock.GetUtcNow().AddHours(9));
        var (row, watch) = await BeganAsync(server, id);

        var promoted = await anna.TellAsync(id, RolloutAction.Promote);
        // The evaluation had seen its host fail.
        var host = watch.Tracks.Single(track => track.Told);
        watch.Take(new(host, host.State, new(RolloutHostState.Failed, HostOutcome.Apply, "permission denied")));

        Assert.Null(await Gatekeeper.JudgeAsync(server.Get<Fleet>(), row, watch));
        var advance = new Advance(server.Get<Fleet>(), row, watch);
        // To be begun again, by what is stored.
        Assert.True(await advance.RunAsync());
        Assert.False(advance.Publishes);
        var after = await anna.RolloutAsync(id);
        Assert.Equal((RolloutState.AwaitingWindow, 1, 0), (after.Summary.State, after.Summary.Applied, after.Summary.Failed));
        Assert.Equal(GateVerdict.Inconclusive, after.Rings[0].Gate!.Verdict);
        Assert.Equal(promoted.Rings[0].Gate!.Sentence, after.Rings[0].Gate!.Sentence);
    }

    [Fact]
    public async Task No_ring_starts_in_a_freeze_that_was_set_while_the_evaluation_was_under_way()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiOfAsync("anna");
        await server.FleetAsync(anna, 3);
        var until = server.Clock.GetUtcNow().AddHours(9);
        var first = await anna.FreezeAsync(until);
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10))).Summary.Id;
        await server.UntilAsync(anna, id, [], one => one.Summary.Sentence.Contains("freeze", StringComparison.Ordinal));
        server.HoldTime();
        await SetFreeze.EndAsync(server.Database, server.Clock, "user:anna", first.Id, "over");
        var (row, watch) = await BeganAsync(server, id);

        await Overtaking.RunAsync(
            server.Database,
            () => SetFreeze.RunAsync(server.Database, server.Clock, "user:ben", new FreezeRequest(null, until, "sale")),
            () => new Advance(server.Get<Fleet>(), row, watch).RunAsync()
        );
        var after = await anna.RolloutAsync(id);
        Assert.Equal((RolloutState.AwaitingWindow, 0), (after.Summary.State, after.Summary.Ring));
        Assert.Contains("freeze of ben", after.Summary.Sentence, StringComparison.Ordinal);
    }

    /// <summary>What an evaluation has read when it begins.</summary>
    private static Task<(RolloutRow Row, Watch Watch)> BeganAsync(RunningServer server, string id) =>
        server.Database.ReadAsync(async db =>
        {
            var row = (await RolloutQueries.FindAsync(db, id))!;
            return (row, new Watch(row, await TrackQueries.AllAsync(db, id), null, TimeSpan.FromSeconds(20)));
        });
}
