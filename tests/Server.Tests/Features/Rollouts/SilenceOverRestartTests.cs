using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>A server that starts in an outage of the network remembers no silence, and attributes none of it to the revision.</summary>
public sealed class SilenceOverRestartTests : IAsyncDisposable
{
    private RunningServer server = null!;
    private HttpClient anna = null!;
    private IReadOnlyList<TestHost> hosts = [];

    [Fact]
    public async Task Hosts_of_earlier_rings_that_were_silent_are_not_compared_before_the_others_could_be_heard()
    {
        var id = await BegunAsync(24, new() { Hosts = 12 }, new() { Hosts = 13, BakeSeconds = 3600 }, new() { Percent = 100 });
        await server.UntilAsync(anna, id, hosts, one => one.Summary is { Ring: 2, Applied: 13 });
        await PassAsync(TimeSpan.FromMinutes(30));
        await server.UntilAsync(anna, id, [], one => one.Summary.Failed == 13);

        await RestartAsync();
        for (var i = 0; i < 3; i++)
            await PassAsync(TimeSpan.FromSeconds(11));

        var after = await anna.RolloutAsync(id);
        Assert.False(HasEnded(after), after.Summary.Sentence);
        await server.UntilAsync(anna, id, hosts, one => one.Summary is { State: RolloutState.Running, Applied: 13 });
    }

    [Fact]
    public async Task A_host_that_returns_last_from_an_outage_that_outlived_a_restart_is_not_silent_alone()
    {
        var id = await BegunAsync(4, new() { Hosts = 1, BakeSeconds = 3600 }, new() { Percent = 100 });
        var before = hosts[0].Held!.Digest;
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 1);
        var others = hosts.Where(host => host.Held!.Digest == before).ToList();
        Assert.Equal(3, others.Count);
        await PassAsync(TimeSpan.FromMinutes(15));

        await RestartAsync();
        others = [.. others.Select(host => host.At(server))];
        await server.LookAsync();
        await PassAsync(TimeSpan.FromMinutes(20));
        for (var minutes = 0; minutes < 12; minutes += 3)
        {
            foreach (var host in others)
                (await host.CheckInAsync()).Dispose();
            await PassAsync(TimeSpan.FromMinutes(3));
        }

        var after = await anna.RolloutAsync(id);
        Assert.False(HasEnded(after), after.Summary.Sentence);
        hosts = [.. others, .. hosts.Where(host => others.TrueForAll(other => other.Id != host.Id))];
        await server.UntilAsync(anna, id, hosts, one => one.Summary is { State: RolloutState.Running, Applied: 1 });
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_server_that_was_down_in_the_time_to_confirm_is_the_cause_of_what_hosts_restored(bool reportsFirst)
    {
        var id = await BegunAsync(4, new() { Hosts = 1 }, new() { Percent = 100 });
        var before = hosts[0].Held!;
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 1);
        foreach (var host in hosts)
            await host.TakeAsync();
        await RestartAsync();
        await server.LookAsync();
        var canary = hosts.Single(host => host.Held!.Digest != before.Digest);
        var revision = canary.Held!;
        canary.Held = before;
        var restored = new RestoredBundle(server.Clock.GetUtcNow(), CutOff: true);
        if (reportsFirst)
        {
            await canary.DurableAsync(canary.Line(canary.State(3, 3) with { Revision = 1 }));
            await PassAsync(TimeSpan.FromSeconds(20));
        }
        for (var i = 0; i < 6; i++)
        {
            (await canary.CheckInAsync(rejected: revision.Digest, restored: restored)).Dispose();
            foreach (var host in hosts.Where(host => host != canary))
                (await host.CheckInAsync()).Dispose();
            await PassAsync(TimeSpan.FromSeconds(20));
        }

        var holds = await server.UntilAsync(anna, id, [], RolloutState.Holding);
        Assert.Contains("not heard before, because the server had just started", holds.Summary.Sentence, StringComparison.Ordinal);
    }

    public async ValueTask DisposeAsync()
    {
        anna.Dispose();
        await server.DisposeAsync();
    }

    private static bool HasEnded(RolloutDetail rollout) => rollout.Summary.State is not (RolloutState.Running or RolloutState.Holding);

    private async Task<string> BegunAsync(int count, params RingRule[] rings)
    {
        server = await RunningServer.StartAsync(with: WithoutApproval);
        anna = await server.ApiAsync();
        hosts = await server.FleetAsync(anna, count);
        var rollout = await anna.RollAsync(
            await anna.StageAsync($"{Api.Iw10}confirm: 2m\n"),
            Rolling.Quick(rings),
            confirm: count >= 10 ? count : null
        );
        return rollout.Summary.Id;
    }

    private async Task PassAsync(TimeSpan span)
    {
        server.Clock.Advance(span);
        await server.LookAsync();
    }

    private async Task RestartAsync()
    {
        var annas = anna.DefaultRequestHeaders.Authorization!.ToString();
        var now = server.Clock.GetUtcNow();
        await server.StopAsync();
        server = await RunningServer.StartAsync(server.Data, WithoutApproval);
        server.Clock.Jump(now - server.Clock.GetUtcNow());
        anna = server.Client(annas);
        hosts = [.. hosts.Select(host => host.At(server))];
    }

    private static IwTune.Server.Hosting.ServerOptions WithoutApproval(IwTune.Server.Hosting.ServerOptions options) =>
        options with
        {
            Approvals = 0,
        };
}
