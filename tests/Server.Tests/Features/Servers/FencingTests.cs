using System.Net;
using IwTune.Server.Features.Servers;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Servers;

/// <summary>A server that lost the database, or its lead, in the middle of work.</summary>
[Trait("Store", "both")]
[Collection(nameof(TwoServers))]
public sealed class FencingTests(TwoServers servers)
{
    /// <summary>The holder of <see cref="Leadership"/>'s lock.</summary>
    private const string EndLeader =
        "select count(pg_terminate_backend(pid)) from pg_locks where locktype = 'advisory' and classid = 1769436277 and objid = 1852112898 "
        + "and database = (select oid from pg_database where datname = current_database())";

    [Fact]
    public async Task What_a_leader_does_after_another_one_leads_is_not_stored()
    {
        RunningServer Leader() => TwoServers.Leads(servers.A) ? servers.A : servers.B;
        await TwoServers.EventuallyAsync(() => Task.FromResult(TwoServers.Leads(Leader())));
        var leader = Leader();
        var term = await TermAsync();
        Exception? refused = null;
        await leader
            .Get<Leadership>()
            .RoundAsync(
                async _ =>
                {
                    Assert.Equal(1, await leader.Database.ReadAsync(db => db.ValueAsync<long>(EndLeader), CancellationToken.None));
                    await TwoServers.EventuallyAsync(async () => await TermAsync() > term);
                    refused = await Record.ExceptionAsync(() =>
                        leader.Database.WriteAsync(write => write.ExecuteAsync("update publication set sequence = sequence + 1000"))
                    );
                    throw refused!;
                },
                CancellationToken.None
            );
        Assert.IsType<FencedException>(refused);
        Assert.True(await leader.Database.ReadAsync(db => db.ValueAsync<long>("select sequence from publication")) < 1000);
        // Any server writes work that does not belong to the leader.
        await leader.Database.WriteAsync(write => write.ExecuteAsync("update publication set sequence = sequence"));
    }

    [Fact]
    public async Task A_rollout_whose_leader_loses_its_lock_in_every_ring_is_applied_once()
    {
        await servers.AtA.PublishAsync(Api.Iw3, assign: "role:fenced");
        var hosts = new List<TestHost>();
        for (var i = 0; i < 4; i++)
            hosts.Add((await servers.A.EnrolAsync($"fenced-{i}", labels: ("role", "fenced"))).At(i % 2 == 0 ? servers.A : servers.B));
        foreach (var host in hosts)
            await host.FollowAsync();
        var revision = await servers.AtA.StageAsync(Api.Iw10);
        var rollout = await servers.AtA.RollAsync(
            revision,
            Rolling.Quick(new() { Hosts = 1 }, new() { Hosts = 2 }, new() { Percent = 100 }),
            confirm: hosts.Count
        );
        var ended = 0;
        RolloutDetail now = rollout;
        await TwoServers.EventuallyAsync(
            async () =>
            {
                now = await servers.AtB.RolloutAsync(rollout.Summary.Id);
                if (now.Events.Count(one => one.Kind == RolloutEventKind.RingStarted) > ended && ended < 3)
                {
                    ended++;
                    await servers.A.Database.ReadAsync(db => db.ValueAsync<long>(EndLeader));
                }
                foreach (var host in hosts)
                    await host.FollowAsync();
                return RolloutWords.Ended(now.Summary.State);
            },
            () => $"{now.Summary.Sentence} {string.Join('\n', now.Events)}"
        );
        Assert.Equal((RolloutState.Complete, 3), (now.Summary.State, ended));
        RolloutEventKind[] once = [RolloutEventKind.Planned, RolloutEventKind.Started, RolloutEventKind.Completed];
        Assert.All(once, kind => Assert.Single(now.Events, happened => happened.Kind == kind));
        Assert.Equal(
            3,
            now.Events.Where(happened => happened.Kind == RolloutEventKind.RingStarted)
                .Select(happened => happened.Text)
                .Distinct(StringComparer.Ordinal)
                .Count()
        );
        Assert.Equal(3, now.Events.Count(happened => happened.Kind == RolloutEventKind.RingStarted));
    }

    [Fact]
    public async Task A_server_that_is_cut_off_says_so_and_reads_everything_again_before_it_answers()
    {
        using var wire = new CuttableWire(servers.Url);
        await using var cut = await servers.StartAsync(options =>
            options with
            {
                Database = wire.Url,
                PollLimit = TimeSpan.FromMinutes(2),
            }
        );
        using var anybody = cut.Client();
        var host = (await servers.A.EnrolAsync("cut-off", labels: ("role", "cut"))).At(cut);
        var other = (await servers.A.EnrolAsync("cut-off-2", labels: ("role", "cut"))).At(cut);
        Assert.Null(await host.TakeAsync());
        Assert.Null(await other.TakeAsync());
        var waiting = host.TakeAsync(wait: 55);
        Assert.Equal(HttpStatusCode.OK, (await anybody.GetAsync("/readyz")).StatusCode);

        wire.Break();
        await servers.AtA.PublishAsync("policy: cut\nwindow: { initcwnd: 12 }\nscopes: [default]\n", "role:cut");
        await TwoServers.EventuallyAsync(async () => (await anybody.GetAsync("/readyz")).StatusCode == HttpStatusCode.ServiceUnavailable);
        // The probe may have noticed earlier than the listening connection: seconds later nothing is answered from memory.
        await RefusedAsync(other);
        Assert.False(waiting.IsCompleted);

        wire.Mend();
        Assert.Equal("cut", (await TakenAsync(other))?.Content.Policy);
        Assert.Equal("cut", (await waiting)?.Content.Policy);
        await TwoServers.EventuallyAsync(async () => (await anybody.GetAsync("/readyz")).StatusCode == HttpStatusCode.OK);
        wire.Forget();
    }

    [Fact]
    public async Task A_server_that_is_cut_off_while_it_reads_what_it_heard_says_so_too()
    {
        using var wire = new CuttableWire(servers.Url);
        await using var cut = await servers.StartAsync(options => options with { Database = wire.Url });
        var host = (await servers.A.EnrolAsync("cut-reading", labels: ("role", "cut-reading"))).At(cut);
        Assert.Null(await host.TakeAsync());

        wire.BreakAfter($"\t{Topic.Requirements}\n");
        await servers.AtA.PublishAsync("policy: cut-reading\nwindow: { initcwnd: 12 }\nscopes: [default]\n", "role:cut-reading");
        await RefusedAsync(host);

        wire.Mend();
        wire.Forget();
        Assert.Equal("cut-reading", (await TakenAsync(host))?.Content.Policy);
    }

    private static Task RefusedAsync(TestHost host) =>
        TwoServers.EventuallyAsync(async () =>
        {
            using var refused = await host.CheckInAsync();
            Assert.True(refused.StatusCode is HttpStatusCode.ServiceUnavailable or HttpStatusCode.NoContent, $"{refused.StatusCode}");
            return refused.StatusCode == HttpStatusCode.ServiceUnavailable && refused.Headers.RetryAfter is not null;
        });

    /// <summary>Waits for the first bundle.</summary>
    private static async Task<Bundle?> TakenAsync(TestHost host)
    {
        Bundle? taken = null;
        await TwoServers.EventuallyAsync(async () =>
        {
            using var answer = await host.CheckInAsync();
            if (answer.StatusCode == HttpStatusCode.ServiceUnavailable)
                return false;
            taken = await host.OpenAsync(answer);
            return true;
        });
        return taken;
    }

    private Task<long> TermAsync() => servers.A.Database.ReadAsync(db => db.ValueAsync<long>("select term from leader where id = 1"));
}
