using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>A host that cannot reach the server in the time to confirm restores the revision; the cause may be the network.</summary>
public sealed class CutOffHostTests : IAsyncDisposable
{
    private static readonly string Confirmed = $"{Api.Iw10}confirm: 2m\n";

    private RunningServer server = null!;
    private HttpClient anna = null!;
    private IReadOnlyList<TestHost> hosts = [];
    private TestHost canary = null!;
    private HeldBundle before = null!,
        revision = null!;
    private IReadOnlyList<TestHost> others = [];
    private RestoredBundle? restored;

    [Fact]
    public async Task A_network_that_fails_in_the_time_to_confirm_takes_no_revision_back_and_the_host_gets_it_again()
    {
        var id = await TakenAsync();
        await PassAsync(TimeSpan.FromMinutes(3));
        await RestoredAsync();
        foreach (var other in others)
            (await other.CheckInAsync()).Dispose();
        await HoldsAsync(id, "; in the same time 3 of 3 in the control group were silent, which with chance explains up to 1");
        await OnlyOthersAsync(3);
        await SaysAsync();
        var holds = await server.UntilAsync(anna, id, [], RolloutState.Holding);
        Assert.Contains("unconfirmed: restored because they could not reach the server", holds.Summary.Sentence, StringComparison.Ordinal);

        await PassAsync(TimeSpan.FromMinutes(1));
        await SaysAsync();
        await PassAsync(TimeSpan.FromMinutes(5));
        using var again = await SayAsync();
        await canary.ReportsAsync((await canary.OpenAsync(again))!);
        await server.UntilAsync(anna, id, hosts, RolloutState.Complete);
    }

    [Fact]
    public async Task A_host_that_was_cut_off_alone_fails_its_ring()
    {
        var id = await TakenAsync();
        await OnlyOthersAsync(6);
        await RestoredAsync();
        await OnlyOthersAsync(4);

        var back = await server.UntilAsync(anna, id, [], RolloutState.RolledBack);
        Assert.Contains(
            "unconfirmed: restored because they could not reach the server within the confirm time: 1 of 1 host (100 %)",
            back.Summary.Sentence,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_host_that_was_cut_off_for_less_than_a_check_in_gets_the_revision_again_and_the_second_time_counts()
    {
        var id = await TakenAsync();
        await PassAsync(TimeSpan.FromSeconds(40), others);
        await RestoredAsync();
        await OnlyOthersAsync(4);
        await HoldsAsync(id, "; 1 of them was cut off once, for less time than a check-in takes, so that it is unknown");

        for (var minute = 0; minute < 5; minute++)
        {
            await SaysAsync();
            await PassAsync(TimeSpan.FromSeconds(30), others);
        }
        await PassAsync(TimeSpan.FromSeconds(60), others);
        using (var again = await SayAsync())
            Assert.Equal(System.Net.HttpStatusCode.OK, again.StatusCode);
        await server.LookAsync();
        await PassAsync(TimeSpan.FromSeconds(40), others);
        await RestoredAsync();
        await OnlyOthersAsync(4);

        await server.UntilAsync(anna, id, [], RolloutState.RolledBack);
    }

    [Fact]
    public async Task A_host_that_is_cut_off_alone_when_it_gets_the_revision_again_fails_its_ring()
    {
        var id = await TakenAsync();
        await PassAsync(TimeSpan.FromMinutes(3));
        await RestoredAsync();
        foreach (var other in others)
            (await other.CheckInAsync()).Dispose();
        await HoldsAsync(id, "3 of 3 in the control group were silent");

        for (var minute = 0; minute < 7; minute++)
        {
            await PassAsync(TimeSpan.FromSeconds(30), others);
            await SaysAsync();
        }
        await PassAsync(TimeSpan.FromMinutes(2));
        foreach (var other in others)
            (await other.CheckInAsync()).Dispose();
        (await SayAsync()).Dispose();
        await OnlyOthersAsync(6);
        await RestoredAsync();
        await OnlyOthersAsync(4);
        await server.UntilAsync(anna, id, [], RolloutState.RolledBack);
    }

    [Fact]
    public async Task What_a_host_restored_in_an_earlier_rollout_does_not_fail_the_next_one_which_sends_the_revision_at_once()
    {
        var first = await TakenAsync();
        await PassAsync(TimeSpan.FromMinutes(3), others);
        await RestoredAsync();
        await HoldsAsync(first, "in the control group");
        await anna.TellAsync(first, RolloutAction.Abort);

        var id = (await anna.RollAsync(2, Rolling.Quick(new RingRule { Percent = 100 }))).Summary.Id;
        await server.UntilAsync(anna, id, others, one => one.Summary is { Admitted: 4, Applied: 3 });
        using var sent = await SayAsync();
        await server.LookAsync();
        Assert.Equal(0, (await anna.RolloutAsync(id)).Summary.Failed);
        await canary.ReportsAsync((await canary.OpenAsync(sent))!);
        await server.UntilAsync(anna, id, hosts, RolloutState.Complete);
    }

    public async ValueTask DisposeAsync()
    {
        anna.Dispose();
        await server.DisposeAsync();
    }

    /// <summary>A rollout whose first host has been sent the revision, and was not heard since.</summary>
    private async Task<string> TakenAsync()
    {
        server = await RunningServer.StartAsync(with: options => options with { Approvals = 0, PollLimit = TimeSpan.FromSeconds(55) });
        anna = await server.ApiAsync();
        hosts = await server.FleetAsync(anna, 4);
        before = hosts[0].Held!;
        var id = (
            await anna.RollAsync(
                await anna.StageAsync(Confirmed),
                Rolling.Quick(new RingRule { Hosts = 1 }, new RingRule { Percent = 100 })
            )
        )
            .Summary
            .Id;
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 1);
        foreach (var host in hosts)
            await host.TakeAsync();
        canary = hosts.Single(host => host.Held!.Digest != before.Digest);
        others = [.. hosts.Where(host => host != canary)];
        revision = canary.Held!;
        await server.LookAsync();
        return id;
    }

    private async Task PassAsync(TimeSpan span, IReadOnlyList<TestHost>? heard = null)
    {
        server.Clock.Advance(span);
        foreach (var host in heard ?? [])
            (await host.CheckInAsync()).Dispose();
        await server.LookAsync();
    }

    private async Task OnlyOthersAsync(int halfMinutes)
    {
        for (var i = 0; i < halfMinutes; i++)
            await PassAsync(TimeSpan.FromSeconds(30), others);
    }

    /// <summary>The host with the revision says that it has restored what it had before.</summary>
    private async Task RestoredAsync()
    {
        canary.Held = before;
        restored = new(server.Clock.GetUtcNow(), CutOff: true);
        await SaysAsync();
    }

    private Task<HttpResponseMessage> SayAsync() => canary.CheckInAsync(rejected: revision.Digest, restored: restored);

    private async Task SaysAsync()
    {
        using var answer = await SayAsync();
        Assert.Equal(System.Net.HttpStatusCode.NoContent, answer.StatusCode);
        await server.LookAsync();
    }

    private async Task HoldsAsync(string id, string because)
    {
        var rollout = await server.UntilAsync(anna, id, [], one => Unconfirmed(one) is not null);
        Assert.True(rollout.Summary.State is RolloutState.Running or RolloutState.Holding, rollout.Summary.Sentence);
        var input = Unconfirmed(rollout)!;
        Assert.True(input.Verdict == GateVerdict.Inconclusive, input.Sentence);
        Assert.Contains(because, input.Sentence, StringComparison.Ordinal);
    }

    private static GateInput? Unconfirmed(RolloutDetail rollout) =>
        rollout.Rings[0].Gate?.Inputs.SingleOrDefault(one => one.Name == HostInputs.Unconfirmed);
}
