using IwTune.Shared.Fleet.Rollouts;
using IwTune.Server.Features.Rollouts.Pages.Lanes;

namespace IwTune.Server.Tests.Console.Rollouts;

/// <summary>The rings of a rollout in one line.</summary>
public sealed class RingStripTests
{
    [Fact]
    public void Segments_are_in_proportion_to_hosts_and_a_canary_can_still_be_seen()
    {
        var strip = RingStrip.Of([Ring(1, ("Applied", 1)), Ring(2, ("Applied", 9_999)), Ring(3), Ring(4, ("Waiting", 90_000))]);

        Assert.Equal([1, 2, 4], strip.Segments.Select(segment => segment.Ring.Number));
        Assert.Equal([3, 8, 49], strip.Segments.Select(segment => segment.Width / LaneCells.Step));
        Assert.Equal(strip.Width, strip.Segments[^1].From + strip.Segments[^1].Width);
    }

    [Fact]
    public void One_failed_host_of_many_has_its_cell_and_stands_first()
    {
        var segment = Assert.Single(RingStrip.Of([Ring(1, ("Applied", 99_999), ("Failed", 1))]).Segments);

        Assert.Equal([RolloutHostState.Failed, RolloutHostState.Applied], segment.Runs.Select(run => run.State));
        Assert.Equal([LaneCells.Step, 59 * LaneCells.Step], segment.Runs.Select(run => run.Width));
        Assert.Equal([0, LaneCells.Step], segment.Runs.Select(run => run.From));
    }

    [Fact]
    public void Sixteen_rings_with_every_state_fit()
    {
        var strip = RingStrip.Of([
            .. Enumerable.Range(1, 16).Select(ring => Ring(ring, [.. Enum.GetNames<RolloutHostState>().Select(state => (state, ring))])),
        ]);

        Assert.All(strip.Segments, segment => Assert.Equal(segment.Width, segment.Runs.Sum(run => run.Width)));
        Assert.All(strip.Segments, segment => Assert.Equal(RolloutHostState.Failed, segment.Runs[0].State));
        Assert.Equal(60, strip.Segments.Sum(segment => segment.Width) / LaneCells.Step);
    }

    [Fact]
    public void A_rollout_without_hosts_has_no_segments() => Assert.Equal(0, RingStrip.Of([Ring(1)]).Width);

    private static RolloutRing Ring(int number, params (string State, int Hosts)[] states) =>
        new()
        {
            Number = number,
            Name = "all",
            Hosts = states.Sum(state => state.Hosts),
            States = states.ToDictionary(state => state.State, state => state.Hosts, StringComparer.Ordinal),
            BakeSeconds = 0,
        };
}
