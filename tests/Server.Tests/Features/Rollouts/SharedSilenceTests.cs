using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>A network that fails silences hosts with and without the revision; a revision that silences hosts does not.</summary>
public sealed class SharedSilenceTests : IAsyncDisposable
{
    private RunningServer server = null!;
    private HttpClient anna = null!;
    private IReadOnlyList<TestHost> hosts = [],
        canaries = [],
        others = [];

    [Fact]
    public async Task A_network_that_fails_takes_no_revision_back_in_whichever_order_hosts_return()
    {
        var id = await ObservedAsync(1, new() { Hosts = 1, BakeSeconds = 3600 }, new() { Percent = 100 });

        await PassAsync([], 30);
        await HoldsAsync(id, "; in the same time 3 of 3 in the control group were silent, which with chance explains up to 1");

        // The host with the revision is the last one, and the others are all there again.
        await PassAsync(others, 1, 7, 7);
        await HoldsAsync(id, "; in the same time 3 of 3 in the control group were silent");

        await server.UntilAsync(anna, id, hosts, one => one.Summary is { State: RolloutState.Running, Applied: 1, Failed: 0 });
    }

    [Fact]
    public async Task A_ring_that_is_silent_alone_is_rolled_back()
    {
        var id = await ObservedAsync(1, new() { Hosts = 1, BakeSeconds = 3600 }, new() { Percent = 100 });

        await PassAsync(others, 6, 6);

        var back = await server.UntilAsync(anna, id, [], RolloutState.RolledBack);
        Assert.Contains("; in the same time 0 of 3 in the control group were silent", back.Summary.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_clock_that_is_set_back_hides_no_silence()
    {
        var id = await ObservedAsync(1, new() { Hosts = 1, BakeSeconds = 3600 }, new() { Percent = 100 });

        server.Clock.Jump(TimeSpan.FromHours(-2));
        await PassAsync(hosts, 1);
        await PassAsync(others, 6, 6, 6);

        await server.UntilAsync(anna, id, [], RolloutState.RolledBack);
    }

    [Fact]
    public async Task In_the_last_ring_a_network_that_fails_silences_hosts_of_earlier_rings_as_well()
    {
        var id = await ObservedAsync(4, new() { Hosts = 1 }, new() { Percent = 100, BakeSeconds = 3600 });

        await PassAsync([], 30);

        await HoldsAsync(id, "; in the same time 1 of 1 in earlier rings was silent, which with chance explains up to 3");
    }

    [Fact]
    public async Task A_host_that_stays_silent_long_after_the_others_have_returned_is_silent_alone()
    {
        var id = await ObservedAsync(1, new() { Hosts = 1, BakeSeconds = 3600 }, new() { Percent = 100 });

        await PassAsync([], 30);
        await PassAsync(others, 1, 7, 7, 7);
        await HoldsAsync(id, "; in the same time 3 of 3 in the control group were silent, which with chance explains up to 1");
        await PassAsync(others, 7);

        var back = await server.UntilAsync(anna, id, [], RolloutState.RolledBack);
        Assert.Contains(
            "; in the same time 0 of 3 in the control group were silent, and 3 more were but returned more than 26 min ago",
            back.Summary.Sentence,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Hosts_of_earlier_rings_that_return_after_the_control_group_show_no_harm()
    {
        var id = await ObservedAsync(
            13,
            new RingRule { Hosts = 12 },
            new RingRule { Hosts = 13, BakeSeconds = 3600 },
            new RingRule { Percent = 100 }
        );

        await PassAsync([], 30);
        await PassAsync(others, 1, 7, 7);

        await HoldsAsync(id, "; in the same time 11 of 11 in the control group were silent");
    }

    public async ValueTask DisposeAsync()
    {
        anna.Dispose();
        await server.DisposeAsync();
    }

    /// <summary>A rollout whose hosts so far have the revision, in a ring that is observed for long.</summary>
    private async Task<string> ObservedAsync(int applied, params RingRule[] rings)
    {
        server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        anna = await server.ApiAsync();
        hosts = await server.FleetAsync(anna, applied > 4 ? 24 : 4);
        var before = hosts[0].Held!.Digest;
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick(rings), confirm: applied > 4 ? 24 : null)).Summary.Id;
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == applied);
        (canaries, others) = ([.. hosts.Where(host => host.Held!.Digest != before)], [.. hosts.Where(host => host.Held!.Digest == before)]);
        Assert.Equal(applied, canaries.Count);
        return id;
    }

    /// <summary>Only these hosts are heard, at the end of each of some spans of minutes.</summary>
    private async Task PassAsync(IReadOnlyList<TestHost> heard, params int[] spans)
    {
        foreach (var minutes in spans)
        {
            server.Clock.Advance(TimeSpan.FromMinutes(minutes));
            foreach (var host in heard)
                (await host.CheckInAsync()).Dispose();
            await server.LookAsync();
        }
    }

    private async Task HoldsAsync(string id, string because)
    {
        var rollout = await anna.RolloutAsync(id);
        Assert.True(rollout.Summary.State == RolloutState.Holding, rollout.Summary.Sentence);
        var input = rollout.Rings[rollout.Summary.Ring - 1].Gate!.Inputs.Single(one => one.Name == HostInputs.Unreachable);
        Assert.True(input.Verdict == GateVerdict.Inconclusive, input.Sentence);
        Assert.Contains(because, input.Sentence, StringComparison.Ordinal);
    }
}
