using IwTune.Agent.Linux.Probing.Remote;

namespace IwTune.Agent.Tests.Linux.Probing.Remote;

/// <summary>A number is given only where the window alone explains the observation.</summary>
public sealed class FlightJudgeTests
{
    private const long Rtt = 10_000;

    [Fact]
    public void A_burst_and_a_silence_are_a_flight() => Counts(10, 0, (100, 0), (15_900, 10), (60_000, 10));

    [Fact]
    public void Paced_segments_are_one_flight() =>
        Counts(10, 0, (0, 0), (10_000, 2), (10_800, 4), (11_500, 5), (12_300, 7), (13_100, 9), (13_400, 10), (40_000, 10));

    [Fact]
    public void A_tail_loss_probe_is_not_part_of_it() => Counts(10, 1, (0, 0), (10_000, 10), (31_900, 10), (32_400, 11), (150_000, 11));

    [Fact]
    public void Nothing_is_no_flight() => Assert.IsType<TraceReading.Silent>(Judged((0, 0), (500_000, 0)));

    [Fact]
    public void A_burst_that_may_hide_a_probe_is_not_counted() =>
        Disturbed("was not read for 22.9 ms", (0, 0), (10_000, 0), (32_800, 11), (180_000, 11));

    [Fact]
    public void A_look_as_long_as_a_silence_may_hide_one_already() =>
        Disturbed("was not read for 16.0 ms", (0, 0), (10_000, 0), (25_900, 11), (180_000, 11));

    [Fact]
    public void One_segment_after_a_long_look_away_may_be_either() =>
        Disturbed("early for a probe", (0, 0), (10_000, 9), (10_300, 9), (33_000, 10), (180_000, 10));

    [Fact]
    public void A_burst_as_late_as_a_probe_may_hide_one() =>
        Disturbed("in pieces", (0, 0), (10_000, 4), (33_000, 4), (33_300, 9), (180_000, 9));

    [Fact]
    public void Two_late_segments_are_no_probe() =>
        Disturbed("in pieces", (0, 0), (10_000, 9), (33_000, 9), (33_300, 10), (54_000, 10), (54_300, 11), (180_000, 11));

    [Fact]
    public void A_burst_after_a_probe_is_a_server_that_pauses() =>
        Disturbed("in pieces", (0, 0), (10_000, 2), (33_000, 2), (33_300, 3), (54_000, 3), (54_300, 9), (180_000, 9));

    [Fact]
    public void Too_short_a_look_is_none() => Disturbed("watched for only 14.9 ms", (0, 0), (10_000, 10), (25_000, 10));

    [Fact]
    public void How_long_a_flight_took_is_known_between_two_bounds() =>
        Assert.Equal(
            new TraceReading.Counted(10, 1, 2_300, 13_500),
            Judged((0, 0), (10_000, 2), (12_400, 2), (13_400, 10), (36_000, 10), (36_300, 11), (150_000, 11))
        );

    [Theory]
    [InlineData(0, 150_000)]
    [InlineData(33_000, 150_000)]
    [InlineData(255_000, 383_500)]
    public void The_watch_is_one_and_a_half_round_trips_and_on_short_paths_long_enough_for_a_probe(long rtt, long watch) =>
        Assert.Equal(watch, FlightJudge.Watch(rtt));

    private static void Counts(int segments, int late, params (long At, int Segments)[] samples) =>
        Assert.Equal((segments, late), Judged(samples) is TraceReading.Counted counted ? (counted.Segments, counted.Late) : default);

    private static void Disturbed(string why, params (long At, int Segments)[] samples) =>
        Assert.Matches(why, Assert.IsType<TraceReading.Disturbed>(Judged(samples)).Why);

    private static TraceReading Judged(params (long At, int Segments)[] samples) =>
        FlightJudge.Judge([.. samples.Select(sample => new SegmentSample(sample.At, sample.At + 100, sample.Segments))], Rtt);
}
