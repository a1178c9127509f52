using IwTune.Lab;
using IwTune.Shared.Fleet.Policies;
using IwTune.Swarm.Running;

namespace IwTune.EndToEnd.Swarming;

/// <summary>Two hundred agents and one server, under faster changes and worse faults than in normal operation.</summary>
public sealed class SwarmTests
{
    private const int Hosts = 200;

    /// <summary>elastic/fleet-server#522: a policy that changed every 30 s never converged at 5,000 agents.</summary>
    [Fact]
    public async Task Publications_every_few_hundred_milliseconds_converge_to_the_last_revision()
    {
        const int publications = 24;
        await using var server = await SwarmServer.StartAsync();
        await server.PublishAsync(new PublishRequest(Document(4), "the first", Assign: "*"));
        await using var swarm = await server.SwarmAsync(Hosts);
        await HoldingOneAsync(swarm);

        PublishReply last = null!;
        for (var number = 0; number < publications; number++)
        {
            last = await server.PublishAsync(
                new PublishRequest(Document(number == publications - 1 ? 8 : 5 + (number % 2)), $"change {number}", Confirm: Hosts)
            );
            await Task.Delay(300);
        }
        var wanted = last.Revision;

        await Until.TrueAsync(
            () => Settled(swarm, 8),
            () =>
                $"revision {wanted} is held by {Most(swarm)} of {Hosts} hosts; windows "
                + $"{string.Join(", ", Windows(swarm).Select(group => $"{group.Key}: {group.Count()}"))}; errors "
                + $"{string.Join(", ", swarm.Counts.Errors)}"
        );
        Assert.DoesNotContain(swarm.Counts.Errors, error => error.Key.StartsWith("daemon", StringComparison.Ordinal));
        // Level-triggered: a host that missed some revisions never gets them later.
        Assert.True(
            swarm.Counts.Bundles <= (publications + 1) * Hosts,
            $"{swarm.Counts.Bundles} bundles for {publications + 1} publications"
        );
        var sent = swarm.Counts.Bundles;
        await AnsweredAsync(swarm, () => 0);
        Assert.Equal(sent, swarm.Counts.Bundles);
    }

    [Fact]
    public async Task A_server_that_is_killed_and_started_again_finds_every_host_as_it_was()
    {
        await using var server = await SwarmServer.StartAsync();
        await server.PublishAsync(new PublishRequest(Document(6), "the first", Assign: "*"));
        await using var swarm = await server.SwarmAsync(Hosts);
        await HoldingOneAsync(swarm);
        var ids = swarm.Hosts.Select(host => host.HostId).ToList();
        var before = swarm.Counts.Bundles;

        server.Kill();
        await Until.TrueAsync(() => Failed(swarm) >= Hosts, () => $"{Failed(swarm)} calls failed while no server listened");
        await server.StartAgainAsync();
        // Hosts that failed twice while the server was down return in one of their later slots, minutes away.
        await AnsweredAsync(swarm, () => (int)Failed(swarm) - Hosts);

        Assert.All(swarm.Hosts, host => Assert.True(host.Member));
        Assert.Equal(ids, swarm.Hosts.Select(host => host.HostId));
        Assert.DoesNotContain(
            swarm.Counts.Errors,
            error => error.Key.EndsWith("401", StringComparison.Ordinal) || error.Key.EndsWith("409", StringComparison.Ordinal)
        );
        // No echo: no content that the hosts already have is sent again, and no host calls more often than its slot allows.
        Assert.Equal(before, swarm.Counts.Bundles);
        Assert.True(Failed(swarm) <= 8 * Hosts, $"{Failed(swarm)} calls failed");
        await server.PublishAsync(new PublishRequest(Document(8), "afterwards", Confirm: Hosts));
        await Until.TrueAsync(() => Settled(swarm, 8, but: (int)Failed(swarm) - Hosts), () => $"{Most(swarm)} hosts hold one content");
    }

    /// <summary>All settable windows have this value and every host holds the same content, except for this number of hosts.</summary>
    private static bool Settled(SimulatedHosts swarm, int window, int but = 0) =>
        Most(swarm) >= swarm.Hosts.Count - but && Windows(swarm).Where(group => group.Key != window).Sum(group => group.Count()) <= but;

    private static Task HoldingOneAsync(SimulatedHosts swarm) =>
        Until.TrueAsync(() => Most(swarm) == swarm.Hosts.Count, () => $"{Most(swarm)} hosts hold one content");

    /// <summary>Waits until the server has answered one more check-in of each host, except for this number.</summary>
    private static Task AnsweredAsync(SimulatedHosts swarm, Func<int> but)
    {
        var before = swarm.Hosts.Select(host => host.Answered).ToList();
        int Missing() => swarm.Hosts.Zip(before).Count(one => one.First.Answered == one.Second);
        return Until.TrueAsync(
            () => Missing() <= but(),
            () => $"{Missing()} hosts were not answered: {string.Join(", ", swarm.Counts.Errors)}"
        );
    }

    private static int Most(SimulatedHosts swarm) =>
        swarm
            .Hosts.GroupBy(host => host.Said?.Held?.Digest)
            .Where(group => group.Key is not null)
            .Select(group => group.Count())
            .DefaultIfEmpty()
            .Max();

    private static IEnumerable<IGrouping<int?, SwarmHost>> Windows(SimulatedHosts swarm) =>
        swarm.Hosts.Where(host => !host.IsWindows && !host.ReportsOnly).GroupBy(host => host.Window);

    private static long Failed(SimulatedHosts swarm) =>
        swarm.Counts.Errors.Where(error => error.Key.StartsWith("checkin", StringComparison.Ordinal)).Sum(error => error.Value);

    private static string Document(int segments) => $"policy: everywhere\nwindow: {{ initcwnd: {segments} }}\nscopes: [default]\n";
}
