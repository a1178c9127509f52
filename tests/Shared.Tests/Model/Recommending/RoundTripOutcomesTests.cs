using IwTune.Shared.Model;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Model.Recommending;

/// <summary>A window's outcome by class of round-trip times, on paths whose only delay is the round trip.</summary>
public sealed class RoundTripOutcomesTests
{
    /// <summary>1,500 bytes take one round with every window; 13,516 take three with 3 segments, two with 6, one with 10.</summary>
    private const long Small = 1_500,
        Page = 13_516;

    [Fact]
    public void Each_class_has_its_own_rounds_and_times()
    {
        var asked = Seen(3, (Page, 3_000, 400), (Page, 30_000, 500), (Page, 150_000, 600));

        var outcomes = RoundTripOutcomes.Of(asked, 6);

        Assert.Equal(["1–5 ms", "20–50 ms", "100–200 ms"], outcomes.Select(one => one.Class.Name));
        Assert.Equal([400, 500, 600], outcomes.Select(one => one.Class.Connections));
        foreach (var (one, rtt) in outcomes.Zip([3_000L, 30_000L, 150_000L]))
        {
            var figures = one.Figures!;
            Assert.Equal(Exactly(1), figures.RoundsSaved);
            Assert.Equal((Exactly(Time(3, rtt)), Exactly(Time(2, rtt))), (figures.P50Before, figures.P50After));
            Assert.Equal((Exactly(Time(3, rtt)), Exactly(Time(2, rtt))), (figures.P90Before, figures.P90After));
            Assert.Equal((0, 0), (figures.RiskShareNow, figures.RiskShare));
        }
    }

    [Fact]
    public void Sizes_of_a_class_give_the_median_the_ninetieth_percentile_and_the_interval_of_the_mean()
    {
        // Of 1,000 responses 300 are pages: the median is a small one, the 90th percentile a page.
        var figures = RoundTripOutcomes.Of(Seen(3, (Small, 30_000, 700), (Page, 30_000, 300)), 10)[0].Figures!;

        const long rtt = 30_000;
        Assert.Equal((Exactly(Time(1, rtt)), Exactly(Time(1, rtt))), (figures.P50Before, figures.P50After));
        Assert.Equal((Exactly(Time(3, rtt)), Exactly(Time(1, rtt))), (figures.P90Before, figures.P90After));
        // Two rounds for three in ten; the interval is that of the share, 0.30 ± 0.028.
        Assert.Equal(0.6, figures.RoundsSaved.Estimate, 12);
        var share = Proportion.Wilson(300, 1_000);
        Assert.Equal(2 * share.Low, figures.RoundsSaved.Low, 0.01);
        Assert.Equal(2 * share.High, figures.RoundsSaved.High, 0.01);
    }

    [Fact]
    public void A_quantile_between_two_sizes_has_both_in_its_interval()
    {
        var figures = RoundTripOutcomes.Of(Seen(3, (Small, 30_000, 500), (Page, 30_000, 500)), 6)[0].Figures!;

        const long rtt = 30_000;
        Assert.Equal((Time(1, rtt), Time(3, rtt)), (figures.P50Before.Low, figures.P50Before.High));
        Assert.Equal((Time(1, rtt), Time(2, rtt)), (figures.P50After.Low, figures.P50After.High));
    }

    [Fact]
    public void A_class_of_too_few_connections_has_no_figures()
    {
        var outcomes = RoundTripOutcomes.Of(Seen(3, (Page, 3_000, 29), (Page, 30_000, 30)), 6);

        Assert.Equal([(29, true), (30, false)], outcomes.Select(one => (one.Class.Connections, one.Figures is null)));
    }

    [Fact]
    public void A_smaller_window_costs_rounds()
    {
        var figures = RoundTripOutcomes.Of(Seen(10, (Page, 30_000, 100)), 3)[0].Figures!;

        Assert.Equal(Exactly(-2), figures.RoundsSaved);
        Assert.Equal((Exactly(Time(1, 30_000)), Exactly(Time(3, 30_000))), (figures.P90Before, figures.P90After));
    }

    [Fact]
    public void A_first_flight_beyond_the_buffer_is_the_overflow_of_its_class_only()
    {
        // 30,000 bytes are 21 segments; the buffer is taken to hold 10 packets, and one leaves at once.
        var outcomes = RoundTripOutcomes.Of(Seen(10, (Small, 3_000, 100), (30_000, 30_000, 100)), 12);

        Assert.Equal([(0.0, 0.0), (0.0, 1.0)], outcomes.Select(one => (one.Figures!.RiskShareNow, one.Figures.RiskShare)));
    }

    [Fact]
    public void The_classes_together_are_the_overall_answer()
    {
        var random = new Random(7);
        for (var time = 0; time < 40; time++)
        {
            var asked = Seen(
                random.Next(3, 12),
                [
                    .. Enumerable
                        .Range(0, 12)
                        .Select(_ => ((long)random.Next(500, 200_000), (long)random.Next(500, 400_000), (long)random.Next(30, 900))),
                ]
            );
            var overall = Recommender.Recommend(asked with { Limits = new(44, null), Override = "as far as it goes" });
            var outcomes = RoundTripOutcomes.Of(asked, overall.Segments);
            var all = outcomes.Sum(one => one.Class.Connections);
            double Mean(Func<RoundTripFigures, double> of) => outcomes.Sum(one => of(one.Figures!) * one.Class.Connections) / all;

            Assert.Equal(asked.Traffic.Connections, all);
            Assert.Equal(overall.RoundsBefore - overall.RoundsAfter, Mean(one => one.RoundsSaved.Estimate), 9);
            Assert.Equal(overall.RiskShareNow, Mean(one => one.RiskShareNow), 9);
            Assert.Equal(overall.RiskShare, Mean(one => one.RiskShare), 9);
        }
    }

    [Fact]
    public void Every_interval_holds_its_estimate_and_the_same_case_gives_the_same_figures()
    {
        var asked = Seen(6, (2_000, 30_000, 90), (9_000, 40_000, 80), (40_000, 35_000, 70), (90_000, 25_000, 20));
        var figures = RoundTripOutcomes.Of(asked, 16)[0].Figures!;

        Assert.All(
            (Interval[])[figures.RoundsSaved, figures.P50Before, figures.P50After, figures.P90Before, figures.P90After],
            interval => Assert.True(interval.Holds(interval.Estimate))
        );
        Assert.Equal(figures, RoundTripOutcomes.Of(asked, 16)[0].Figures);
    }

    [Fact]
    public void A_description_has_no_connections_and_no_class() =>
        Assert.Empty(
            RoundTripOutcomes.Of(RecommendationCase.Of("new", new() { Sizes = [Page], Rtts = [TimeSpan.FromMilliseconds(30)] }), 6)
        );

    /// <summary>Responses of a size at a round-trip time, whose pairs are known.</summary>
    private static RecommendationCase Seen(int current, params (long Bytes, long Rtt, long Count)[] responses)
    {
        Dictionary<int, long> Sum(Func<(long Bytes, long Rtt, long Count), long> of) =>
            responses.GroupBy(one => Histogram.Slot(of(one))).ToDictionary(group => group.Key, group => group.Sum(one => one.Count));
        return new()
        {
            Subject = "site",
            Current = current,
            Mss = 1460,
            Traffic = new()
            {
                Connections = responses.Sum(one => one.Count),
                Bytes = Sum(one => one.Bytes),
                MinRtt = Sum(one => one.Rtt),
                Concurrency = new Dictionary<int, long> { [Histogram.Slot(1)] = 1 },
                Cells =
                [
                    .. responses
                        .GroupBy(one => (Histogram.Slot(one.Bytes) / TrafficCell.Slots, Histogram.Slot(one.Rtt) / TrafficCell.Slots))
                        .Select(cell => new TrafficCell(cell.Key.Item1, cell.Key.Item2, cell.Sum(one => one.Count), 0)),
                ],
            },
        };
    }

    /// <summary>Rounds of the middle of a round-trip time's slot, which is what a distribution keeps of it, ms.</summary>
    private static double Time(int rounds, long microseconds) =>
        rounds * Histogram.Of(new Dictionary<int, long> { [Histogram.Slot(microseconds)] = 1 })!.Percentile(1)!.Value / 1000.0;

    private static Interval Exactly(double number) => new(number, number, number);
}
