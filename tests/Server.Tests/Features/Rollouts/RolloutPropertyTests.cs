using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>Any actions of people, hosts and restarts, in any order.</summary>
public sealed class RolloutPropertyTests
{
    private enum Do
    {
        Plan,
        Approve,
        Pause,
        Resume,
        Promote,
        Abort,
        RollBack,
        Publish,
        Follow,
        FollowAll,
        Fail,
        Look,
        Restart,
    }

    private sealed class StoredHost
    {
        public string RolloutId { get; init; } = "";
        public string HostId { get; init; } = "";
        public long Ring { get; init; }
        public long? AdmittedAt { get; init; }
        public long Cleared { get; init; }
    }

    private sealed class StoredEvent
    {
        public string RolloutId { get; init; } = "";
        public long Number { get; init; }
        public string Id { get; init; } = "";
    }

    // Each is chosen as often as it is listed here.
    private static readonly Do[] Any =
    [
        Do.Plan,
        Do.Plan,
        Do.Plan,
        Do.Approve,
        Do.Approve,
        Do.Approve,
        Do.Approve,
        Do.Pause,
        Do.Resume,
        Do.Resume,
        Do.Promote,
        Do.Promote,
        Do.Abort,
        Do.RollBack,
        Do.Publish,
        Do.Follow,
        Do.Follow,
        Do.Follow,
        Do.Follow,
        Do.FollowAll,
        Do.FollowAll,
        Do.FollowAll,
        Do.FollowAll,
        Do.FollowAll,
        Do.Fail,
        Do.Look,
        Do.Look,
        Do.Look,
        Do.Look,
        Do.Look,
        Do.Restart,
    ];

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task No_host_is_told_twice_no_ring_comes_before_its_time_one_rollout_is_in_force_and_no_event_is_lost(int seed)
    {
        var drawn = new Random(seed);
        var steps = Enumerable.Range(0, 40).Select(_ => Any[drawn.Next(Any.Length)]).ToList();
        var server = await RunningServer.StartAsync();
        try
        {
            var (anna, ben) = (await server.ApiOfAsync("anna"), await server.ApiOfAsync("ben"));
            var hosts = await server.FleetAsync(anna, 4);
            var (window, at, events, admitted) = (4, 0, new Dictionary<(string, long), string>(), new Dictionary<(string, string), long>());
            foreach (var step in steps)
            {
                var active = await anna.GetAsync($"{FleetPaths.Rollouts}?policy=edge", RolloutJson.Default.IReadOnlyListRolloutSummary)
                    is [var newest, ..]
                    ? newest
                    : null;
                switch (step)
                {
                    case Do.Plan:
                        await anna.RollAsync(
                            await anna.StageAsync(Api.Iw10.Replace("10", $"{4 + window++ % 28}", StringComparison.Ordinal)),
                            Rolling.Quick(new RingRule { Hosts = 1 }, new RingRule { Hosts = 2 }, new RingRule { Percent = 100 }) with
                            {
                                MaxInFlight = seed % 2,
                            }
                        );
                        break;
                    case Do.Approve when active is not null:
                        (await ben.TryApproveAsync(await anna.RolloutAsync(active.Id))).Dispose();
                        break;
                    case Do.Pause or Do.Resume or Do.Promote or Do.Abort or Do.RollBack when active is not null:
                        (await anna.TryTellAsync(active.Id, Enum.Parse<RolloutAction>($"{step}"))).Dispose();
                        break;
                    case Do.Publish:
                        await anna.PublishAsync(Api.Iw10.Replace("10", $"{4 + window++ % 28}", StringComparison.Ordinal));
                        break;
                    case Do.Follow or Do.Fail:
                        await hosts[at++ % hosts.Count].FollowAsync(fails: step == Do.Fail);
                        break;
                    case Do.FollowAll:
                        foreach (var host in hosts)
                            await host.FollowAsync();
                        break;
                    case Do.Look:
                        await server.LookAsync();
                        break;
                    case Do.Restart:
                        var (annas, bens) = (
                            anna.DefaultRequestHeaders.Authorization!.ToString(),
                            ben.DefaultRequestHeaders.Authorization!.ToString()
                        );
                        await server.StopAsync();
                        server = await RunningServer.StartAsync(server.Data);
                        (anna, ben) = (server.Client(annas), server.Client(bens));
                        hosts = [.. hosts.Select(host => host.At(server))];
                        break;
                }
                await HoldsAsync(server, events, admitted);
            }
            // Whatever the result, a publication ends it: all hosts have the same revision.
            await anna.PublishAsync(
                Api.Iw10.Replace("10", "33", StringComparison.Ordinal)
                    .Replace("window", "override: \"a number nobody used\"\nwindow", StringComparison.Ordinal)
            );
            foreach (var host in hosts)
                await host.FollowAsync();
            Assert.Single(hosts.Select(host => host.Held!.Digest).Distinct());
            Assert.Empty(await anna.GetAsync($"{FleetPaths.Rollouts}?active=true", RolloutJson.Default.IReadOnlyListRolloutSummary));
        }
        finally
        {
            await server.DisposeAsync();
        }
    }

    private static async Task HoldsAsync(
        RunningServer server,
        Dictionary<(string, long), string> events,
        Dictionary<(string, string), long> admitted
    )
    {
        Assert.InRange(await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from rollouts where in_force")), 0, 1);
        foreach (
            var host in await server.Database.ReadAsync(db =>
                db.ListAsync<StoredHost>(
                    "select h.rollout_id, h.host_id, h.ring, h.admitted_at, o.cleared from rollout_hosts h join rollouts o on o.id = "
                        + "h.rollout_id where h.admitted_at is not null"
                )
            )
        )
        {
            Assert.Equal(
                host.AdmittedAt,
                admitted.TryAdd((host.RolloutId, host.HostId), host.AdmittedAt!.Value)
                    ? host.AdmittedAt
                    : admitted[(host.RolloutId, host.HostId)]
            );
            Assert.True(
                host.Cleared >= host.Ring - 1,
                $"ring {host.Ring} has begun, and {host.Cleared} is the highest that passed or was promoted"
            );
        }
        var stored = (
            await server.Database.ReadAsync(db => db.ListAsync<StoredEvent>("select rollout_id, number, id from rollout_events"))
        ).ToDictionary(happened => (happened.RolloutId, happened.Number), happened => happened.Id);
        foreach (var (key, id) in events)
            Assert.Equal(id, stored.GetValueOrDefault(key));
        foreach (var (key, id) in stored)
            events[key] = id;
    }
}
