using System.Text.Json;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

public sealed class GateEvidenceTests
{
    [Fact]
    public async Task Hosts_are_compared_by_the_bundle_their_connections_ended_under_once_the_time_is_over()
    {
        await using var watched = await Watched.StartAsync(3);
        // At one moment: the clock goes on, and a slot may end between two reports.
        var now = watched.Server.Clock.GetUtcNow();
        await watched.TellAsync(0, Watched.To, 200, 20, now);
        await watched.TellAsync(1, Watched.From, 300, 3, now);
        await watched.TellAsync(2, Watched.From, 400, 4, now);
        Assert.Equal(0, (await watched.GatherAsync(1)).Ring.Judged);
        var seen = await watched.LaterAsync();
        Assert.Equal((200L, 20L, 1), (seen.Ring.Judged, seen.Ring.Lost, seen.Ring.Hosts));
        Assert.Equal((700L, 7L, 2), (seen.RingControl.Judged, seen.RingControl.Lost, seen.RingControl.Hosts));
        Assert.Equal((200L, 700L), (seen.Tested.Judged, seen.Control.Judged));
        Assert.Equal(200, Assert.Single(seen.Ring.Fetch).Microseconds.Values.Sum());
        // The hosts have no past: the canary's path may be a bad one, which counts against the evidence.
        Assert.NotEqual(0, seen.FirstFlights.LogE);
    }

    [Fact]
    public async Task A_rollout_that_an_earlier_version_began_goes_on()
    {
        await using var watched = await Watched.StartAsync(2);
        var now = watched.Server.Clock.GetUtcNow();
        await watched.TellAsync(0, Watched.To, 200, 20, now);
        await watched.TellAsync(1, Watched.From, 300, 3, now);
        const string earlier = """{"logs":[0,0],"tested":{"fetch":[],"fetchBefore":[]},"control":{"fetch":[],"fetchBefore":[]}}""";
        await watched.Server.Database.WriteAsync(write =>
            write.ExecuteAsync("update rollout_watches set evidence = @earlier", new { earlier })
        );

        var seen = await watched.LaterAsync();

        Assert.Equal((200L, 300L), (seen.Tested.Judged, seen.Control.Judged));
    }

    [Fact]
    public async Task Looking_again_and_again_and_lines_sent_twice_count_once()
    {
        await using var watched = await Watched.StartAsync(2);
        var line = watched.Line(0, Watched.To, 200, 20);
        await watched.Hosts[0].DurableAsync(line);
        await watched.Hosts[0].DurableAsync(line);
        await watched.TellAsync(1, Watched.From, 300, 3);
        var seen = await watched.LaterAsync();
        for (var look = 0; look < 3; look++)
            Assert.Equal(
                (200L, seen.FirstFlights.LogE),
                ((await watched.GatherAsync(1)).Ring.Judged, (await watched.GatherAsync(1)).FirstFlights.LogE)
            );
    }

    [Fact]
    public async Task A_host_under_another_bundle_or_that_failed_is_of_no_arm()
    {
        await using var watched = await Watched.StartAsync(4);
        await watched.TellAsync(0, Watched.From, 100, 50);
        await watched.TellAsync(1, Watched.To, 100, 50);
        await watched.TellAsync(2, "something else", 100, 50);
        await watched.TellAsync(3, Watched.From, 100, 1);
        await watched.Server.Database.WriteAsync(write => write.ExecuteAsync("update rollout_hosts set state = 'Failed' where ring = 1"));
        await watched.TellAsync(0, Watched.To, 100, 50);
        var seen = await watched.LaterAsync();
        Assert.Equal((0L, 100L), (seen.Ring.Judged, seen.RingControl.Judged));
    }

    [Fact]
    public async Task A_host_that_comes_into_a_ring_changes_its_arm_and_keeps_what_it_told_before()
    {
        await using var watched = await Watched.StartAsync(3);
        await watched.TellAsync(1, Watched.From, 300, 3);
        await watched.AdmitAsync(1);
        await watched.RingAsync(2);
        await watched.TellAsync(1, Watched.To, 50, 5);
        await watched.TellAsync(2, Watched.From, 70, 0);
        await watched.LaterAsync();
        var (first, second) = (await watched.GatherAsync(1), await watched.GatherAsync(2));
        Assert.Equal((300L, 0L), (first.RingControl.Judged, first.Ring.Judged));
        Assert.Equal((70L, 50L), (second.RingControl.Judged, second.Ring.Judged));
    }

    [Fact]
    public async Task What_is_told_after_its_time_was_judged_is_counted_as_late()
    {
        await using var watched = await Watched.StartAsync(2);
        await watched.TellAsync(0, Watched.To, 200, 2);
        await watched.TellAsync(1, Watched.From, 200, 2);
        var told = watched.Server.Clock.GetUtcNow();
        await watched.LaterAsync();
        await watched.TellAsync(0, Watched.To, 77, 77, told);
        var seen = await watched.LaterAsync();
        Assert.Equal((200L, 77L), (seen.Ring.Judged, seen.Late));
    }

    [Fact]
    public async Task What_comes_in_another_order_before_the_time_is_over_makes_the_same_evidence()
    {
        var evidence = new List<double>();
        foreach (var order in new[] { new[] { 0, 1, 2 }, [2, 1, 0], [1, 0, 2] })
        {
            await using var watched = await Watched.StartAsync(3);
            var now = watched.Server.Clock.GetUtcNow();
            foreach (var host in order)
            {
                // All in one slot, at any position of the slot's beginning.
                await watched.TellAsync(host, host == 0 ? Watched.To : Watched.From, 100 + host, 5 + host, now);
                await watched.GatherAsync(1);
            }
            evidence.Add((await watched.LaterAsync()).FirstFlights.LogE);
        }
        Assert.Equal(evidence[0], evidence[1], 1e-9);
        Assert.Equal(evidence[0], evidence[2], 1e-9);
    }

    [Fact]
    public async Task A_canary_that_always_lost_so_much_raises_no_alarm_and_one_that_did_not_does()
    {
        foreach (var before in new[] { 200, 10 })
        {
            await using var watched = await Watched.StartAsync(4);
            await watched.RingAsync(0);
            await watched.TellAsync(0, Watched.From, 2000, 2 * before);
            for (var host = 1; host < 4; host++)
                await watched.TellAsync(host, Watched.From, 2000, 20);
            await watched.RingAsync(1);
            for (var slot = 0; slot < 4; slot++)
            {
                await watched.TellAsync(0, Watched.To, 300, 60);
                for (var host = 1; host < 4; host++)
                    await watched.TellAsync(host, Watched.From, 1000, 10);
                await watched.LaterAsync(Watched.SlotSeconds);
            }
            var gate = RingGate.Judge(watched.Case(await watched.LaterAsync()));
            var input = gate.Inputs.Single(input => input.Name == "first-flight loss");
            // Four hosts whose bursts are not known yet exclude no small rise.
            Assert.True(input.Verdict == (before == 200 ? GateVerdict.Inconclusive : GateVerdict.Fail), input.Sentence);
        }
    }

    [Fact]
    public async Task Windows_hosts_count_by_the_counters_of_all_their_traffic_and_only_for_retransmissions()
    {
        await using var watched = await Watched.StartAsync(4, windows: true);
        await watched.RingAsync(0);
        for (var report = 0; report < 5; report++)
        {
            for (var host = 0; host < 4; host++)
                await watched.CountAsync(host, Watched.From, 10_000, 100);
            watched.Server.Clock.Jump(TimeSpan.FromMinutes(5));
        }
        await watched.RingAsync(1);
        for (var slot = 0; slot < 12; slot++)
        {
            await watched.CountAsync(0, Watched.To, 10_000, 900);
            for (var host = 1; host < 4; host++)
                await watched.CountAsync(host, Watched.From, 10_000, 100);
            await watched.LaterAsync(Watched.SlotSeconds);
        }
        var seen = await watched.LaterAsync();
        Assert.Equal((120_000L, 10_800L, 0L), (seen.Ring.Segments, seen.Ring.Again, seen.Ring.Judged));
        Assert.Equal((12L, 36L), (seen.Ring.Slots, seen.RingControl.Slots));
        var gate = RingGate.Judge(watched.Case(seen));
        Assert.Equal(GateVerdict.Fail, gate.Inputs.Single(input => input.Name == "retransmissions").Verdict);
        Assert.Equal(GateVerdict.NotApplicable, gate.Inputs.Single(input => input.Name == "first-flight loss").Verdict);
    }

    [Fact]
    public async Task Counters_of_Linux_hosts_are_no_evidence_beside_their_connections()
    {
        await using var watched = await Watched.StartAsync(2);
        await watched.CountAsync(0, Watched.To, 10_000, 900);
        await watched.TellAsync(0, Watched.To, 200, 2);
        await watched.TellAsync(1, Watched.From, 200, 2);
        Assert.Equal(1, (await watched.LaterAsync()).Ring.Slots);
        Assert.NotEqual(10_000, (await watched.GatherAsync(1)).Ring.Segments);
    }

    [Fact]
    public async Task A_host_of_a_rollout_is_asked_to_tell_more_often_and_another_is_not()
    {
        await using var watched = await Watched.StartAsync(2);
        Assert.Equal(10, await EveryAsync(watched, watched.Hosts[0]));
        Assert.Equal(10, await EveryAsync(watched, watched.Hosts[1]));
        Assert.Null(await EveryAsync(watched, await watched.Server.EnrolAsync("other", "other")));
        await watched.Server.Database.WriteAsync(write => write.ExecuteAsync("update rollouts set in_force = false"));
        Assert.Null(await EveryAsync(watched, watched.Hosts[0]));
    }

    private static async Task<int?> EveryAsync(Watched watched, TestHost host)
    {
        using var answer = await host.ReportAsync(host.Line(new HostEvent(HostEventKind.Confirmed, "", "")));
        answer.EnsureSuccessStatusCode();
        Assert.NotNull(watched);
        return JsonSerializer.Deserialize(await answer.Content.ReadAsStringAsync(), WireJson.Default.ReportsReply)!.TellEverySeconds;
    }
}
