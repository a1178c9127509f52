using System.Diagnostics;
using IwTune.Lab;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.EndToEnd.Swarming;

/// <summary>The leading server is killed in the middle of a ring, while agents check in at the other one.</summary>
public sealed class LeaderKillTests(ITestOutputHelper output)
{
    private const int Hosts = 8,
        Rings = 3;

    [Fact]
    public async Task Another_server_leads_and_the_rollout_ends_as_if_nothing_had_happened()
    {
        await using var servers = await SharedServers.StartAsync();
        await PublishAsync(servers, new PublishRequest(Document(6), "the first", Assign: "*"));
        await using var swarm = await servers.SwarmAsync(1, Hosts);
        await Until.TrueAsync(
            () => swarm.Hosts.All(host => host.Said?.Held is not null),
            () => "some host does not hold the first revision"
        );
        await Until.TrueAsync(async () => await servers.LeaderAsync(1) == 0, () => "the first server does not lead");
        await PublishAsync(servers, new PublishRequest(Document(8), "for a rollout", Stage: true));
        var rules = new RolloutRules
        {
            // A ring that all its hosts have left, because they prove to be unable, waits for a person; with three hosts none does.
            Rings = [new() { Hosts = 3 }, new() { Percent = 60 }, new() { Percent = 100 }],
            BakeSeconds = 2,
            MinSamples = 0,
        };
        var started = await servers.PostAsync(
            1,
            FleetPaths.Rollouts,
            new RolloutRequest("everywhere", 2, "eight", rules, Confirm: Hosts),
            RolloutJson.Default.RolloutRequest,
            RolloutJson.Default.RolloutDetail
        );
        await Until.TrueAsync(
            async () =>
                (await ShowAsync(servers, started.Summary.Id)).Events.Any(happened => happened.Kind == RolloutEventKind.RingStarted),
            () => "no ring begins"
        );

        servers.Kill(0);
        var since = Stopwatch.StartNew();
        await Until.TrueAsync(async () => await servers.LeaderAsync(1) == 1, () => "no server leads");
        output.WriteLine($"another server led {since.Elapsed.TotalSeconds:0.0} s after the kill");
        await servers.StartAsync(0);
        await Until.TrueAsync(
            async () => RolloutWords.Ended((await ShowAsync(servers, started.Summary.Id)).Summary.State),
            () => "the rollout does not end"
        );

        var done = await ShowAsync(servers, started.Summary.Id);
        CompleteOnce.Check(done, Rings);
        await Until.TrueAsync(
            () => swarm.Hosts.Where(host => !host.IsWindows && !host.ReportsOnly).All(host => host.Window == 8),
            () => "a host does not have the revision"
        );
        Assert.Equal(1, await servers.LeaderAsync(1));
    }

    private static Task<PublishReply> PublishAsync(SharedServers servers, PublishRequest request) =>
        servers.PostAsync(0, FleetPaths.Policies, request, PoliciesJson.Default.PublishRequest, PoliciesJson.Default.PublishReply);

    private static Task<RolloutDetail> ShowAsync(SharedServers servers, string id) =>
        servers.GetAsync(1, FleetPaths.Rollout(id), RolloutJson.Default.RolloutDetail);

    private static string Document(int segments) => $"policy: everywhere\nwindow: {{ initcwnd: {segments} }}\nscopes: [default]\n";
}
