using System.Text.Json;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>After a start of the server, hosts that had the revision are waited for until they are heard.</summary>
public sealed class UnheardHostTests
{
    private static readonly Presence Heard = new(1_000, "boot", "", 7, null, "h"),
        Stored = Heard with { Stored = true };

    private readonly TestClock clock = new();

    [Fact]
    public void A_check_in_before_the_rollout_is_evaluated_for_the_first_time_counts()
    {
        var watch = Watched(Applied(1));
        var track = watch.Tracks.Single();
        watch.Hear(track, Heard, clock, clock.GetTimestamp());
        Assert.Equal((false, 0), (track.Awaited, watch.Unheard(1)));
        Assert.True(track.Answered);
    }

    [Fact]
    public void A_host_of_which_only_the_store_knows_is_waited_for_until_it_checks_in()
    {
        var watch = Watched(Applied(1));
        var track = watch.Tracks.Single();
        watch.Hear(track, Stored, clock, clock.GetTimestamp());
        Assert.Equal((true, 1, false), (track.Awaited, watch.Unheard(1), track.Answered));
        watch.Hear(track, Heard, clock, clock.GetTimestamp());
        Assert.Equal((false, 0, true), (track.Awaited, watch.Unheard(1), track.Answered));
    }

    [Fact]
    public void A_check_in_from_before_its_admission_says_nothing_of_the_revision()
    {
        var watch = Watched(Applied(1, admitted: Heard.SeenAt + 1));
        var track = watch.Tracks.Single();
        watch.Hear(track, Heard, clock, clock.GetTimestamp());
        Assert.False(track.Answered);
    }

    [Fact]
    public void The_count_of_those_not_heard_is_that_of_the_hosts_one_by_one()
    {
        var random = new SeededRandom(11);
        var watch = Watched([.. Enumerable.Range(0, 40).Select(host => Applied(1 + host % 2, host))]);
        var states = Enum.GetValues<RolloutHostState>();
        for (var step = 0; step < 2_000; step++)
        {
            var track = watch.Tracks.ElementAt(random.Below(40));
            if (random.Below(3) == 0)
                watch.Hear(track, random.Below(2) == 0 ? Stored : Heard with { Counter = step }, clock, clock.GetTimestamp());
            else if (random.Below(20) == 0)
                watch.Admit([track], clock.GetTimestamp());
            else
                watch.Take(new(track, track.State, new(states[random.Below(states.Length)], "", "")));
            Assert.All([1, 2], ring => Assert.Equal(watch.Tracks.Count(one => one.Ring == ring && one.Unheard), watch.Unheard(ring)));
        }
    }

    private static Track Applied(int ring, int host = 0, long admitted = 500) =>
        new($"host-{host}", ring)
        {
            State = RolloutHostState.Applied,
            Told = true,
            AdmittedAt = admitted,
        };

    private static Watch Watched(params Track[] tracks) =>
        new(
            new RolloutRow { Rules = JsonSerializer.Serialize(Rolling.Quick(), RolloutJson.Default.RolloutRules) },
            tracks,
            before: null,
            TimeSpan.FromSeconds(20)
        );
}
