using IwTune.Shared.Model;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Model.Recommending;

/// <summary>One test for every answer, each with the reason shown to people.</summary>
public sealed class RecommenderTests
{
    private static readonly long[] Pages = [6_000, 13_516, 13_516, 13_516, 40_000];

    [Fact]
    public void Three_segments_grow_by_doubling_towards_the_smallest_window_that_is_nearly_as_good_as_any()
    {
        var said = Recommender.Recommend(Cases.Site(3, Pages, [100]));
        Assert.Equal(RecommendedAction.Raise, said.Action);
        Assert.Equal(6, said.Segments);
        Assert.True(said.Goal > said.Segments);
        Assert.Equal(BoundName.Step, said.Binding);
        Assert.Contains(said.Reasons, reason => reason.Contains("doubles", StringComparison.Ordinal));
        Assert.InRange(said.SavingP50.Estimate, 97, 105); // 13,516 bytes: 3 rounds with 3 segments, 2 with 6, at 100 ms
        Assert.Equal(1, said.RoundsSavedP50.Estimate);
        Assert.True(said.RoundsAfter < said.RoundsBefore);
        Assert.Equal(Confidence.High, said.Confidence);
        Assert.Equal(20_000, said.Connections);
    }

    [Fact]
    public void A_goal_within_twice_the_window_is_reached_at_once()
    {
        var said = Recommender.Recommend(Cases.Site(6, [13_516], [100]));
        Assert.Equal((RecommendedAction.Raise, 10, 10), (said.Action, said.Segments, said.Goal));
        Assert.Contains("→ 10 saves", said.Reasons[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Of_windows_that_are_nearly_as_good_the_smallest_is_taken()
    {
        var said = Recommender.Recommend(Cases.Site(10, [17_000], [100]) with { Role = PathRole.Own });
        Assert.Equal((RecommendedAction.Raise, 12, BoundName.Enough), (said.Action, said.Segments, said.Binding));
        Assert.Contains(said.Reasons, reason => reason.Contains("nine tenths", StringComparison.Ordinal));
    }

    [Fact]
    public void Towards_the_Internet_ten_are_the_most_until_enough_connections_speak_for_more()
    {
        var little = Recommender.Recommend(Cases.Site(10, [30_000], [100], connections: 900));
        Assert.Equal((RecommendedAction.Keep, 10, Guardrail.InternetCeiling.Name), (little.Action, little.Segments, little.Binding));
        var much = Recommender.Recommend(Cases.Site(10, [30_000], [100]));
        // 30,000 bytes: one round from 21 segments on
        Assert.Equal((RecommendedAction.Raise, 20, 24), (much.Action, much.Segments, much.Goal));
        var loses = Recommender.Recommend(
            Cases.Site(10, [30_000], [100]).With(traffic => traffic with { FirstFlightLoss = traffic.Judged / 50 })
        );
        Assert.Equal((RecommendedAction.Keep, Guardrail.InternetCeiling.Name), (loses.Action, loses.Binding));
    }

    [Fact]
    public void A_policy_with_a_written_reason_may_go_beyond_the_ceilings_and_not_beyond_its_own_limit()
    {
        var asked = Cases.Site(10, [30_000], [100], connections: 900) with { Override = "both ends are ours" };
        Assert.Equal(20, Recommender.Recommend(asked).Segments);
        var limited = Recommender.Recommend(asked with { Limits = new Limits(12, null) });
        Assert.True(limited.Segments <= 12);
        Assert.Equal(12, limited.Cap);
    }

    [Fact]
    public void What_receivers_announce_caps_the_window_and_comes_first_when_nothing_is_left()
    {
        var said = Recommender.Recommend(
            Cases.Site(10, [30_000], [100]).With(traffic => traffic with { PeerWindow = Cases.Slots(1000, 8192) })
        );
        Assert.Equal((RecommendedAction.ReceiversFirst, 10, TermName.PeerWindow), (said.Action, said.Segments, said.Binding));
        Assert.Contains("initrwnd", said.Reasons[0], StringComparison.Ordinal);
    }

    [Fact]
    public void A_send_buffer_that_holds_back_comes_first()
    {
        var said = Recommender.Recommend(
            Cases.Site(10, [30_000], [100]).With(traffic => traffic with { HeldBySendBuffer = traffic.Connections / 5 })
        );
        Assert.Equal((RecommendedAction.SendBufferFirst, 10, TermName.SendBuffer), (said.Action, said.Segments, said.Binding));
        Assert.Contains("SO_SNDBUF", said.Reasons[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Responses_of_many_windows_are_to_be_made_smaller_first()
    {
        var said = Recommender.Recommend(Cases.Site(10, [5_000_000], [100], connections: 500));
        Assert.Equal((RecommendedAction.PageWeightFirst, 10), (said.Action, said.Segments));
        Assert.Contains("smaller first", said.Reasons[0], StringComparison.Ordinal);
    }

    [Fact]
    public void A_path_that_holds_no_more_gets_no_more()
    {
        // 1.2 Mbit/s × 100 ms are 15,000 bytes, 11 segments.
        var said = Recommender.Recommend(
            Cases.Site(12, [30_000], [100]).With(traffic => traffic with { DeliveryRate = Cases.Slots(1000, 1_200) })
        );
        Assert.Equal((RecommendedAction.Keep, BoundName.Path), (said.Action, said.Binding));
        Assert.InRange(said.Useful!.Value, 10, 11);
        Assert.Contains("only fills queues", said.Reasons[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Below_five_milliseconds_nothing_is_worth_a_burst()
    {
        var said = Recommender.Recommend(Cases.Site(10, [30_000], [0.4]));
        Assert.Equal((RecommendedAction.Keep, Guardrail.ShortPath.Name), (said.Action, said.Binding));
    }

    [Fact]
    public void Small_responses_have_nothing_to_send()
    {
        var said = Recommender.Recommend(Cases.Site(3, [900, 1_400, 2_500], [100]));
        Assert.Equal((RecommendedAction.Keep, Guardrail.SmallResponses.Name), (said.Action, said.Binding));
    }

    [Fact]
    public void Responses_that_fit_already_gain_nothing()
    {
        var said = Recommender.Recommend(Cases.Site(10, [8_000], [100]));
        Assert.Equal((RecommendedAction.Keep, BoundName.Enough), (said.Action, said.Binding));
        Assert.Contains("would save nothing", said.Reasons[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Losses_in_the_first_flight_halve_the_window_to_an_even_number()
    {
        var said = Recommender.Recommend(
            Cases.Site(10, [30_000], [100]).With(traffic => traffic with { FirstFlightLoss = traffic.Judged * 6 / 100 })
        );
        Assert.Equal((RecommendedAction.Lower, 4, Guardrail.FirstFlightLoss.Name), (said.Action, said.Segments, said.Binding));
        Assert.Contains("halves the window, here to an even number: 10 → 4", said.Reasons[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Losses_at_the_smallest_window_have_another_cause()
    {
        var said = Recommender.Recommend(
            Cases.Site(2, [30_000], [100]).With(traffic => traffic with { FirstFlightLoss = traffic.Judged / 10 })
        );
        Assert.Equal((RecommendedAction.Keep, 2), (said.Action, said.Segments));
        Assert.Contains("another cause", said.Reasons[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Many_retransmissions_forbid_more()
    {
        var said = Recommender.Recommend(
            Cases.Site(10, [30_000], [100]).With(traffic => traffic with { SegmentsAgain = traffic.Segments * 5 / 100 })
        );
        Assert.Equal((RecommendedAction.Keep, Guardrail.SentAgain.Name), (said.Action, said.Binding));
    }

    [Theory]
    [InlineData(4, 1_000, 3)]
    [InlineData(10, 3_000, 8)]
    [InlineData(10, 100, 3)]
    public void A_queue_of_more_than_200_milliseconds_lowers_the_window_at_most_to_RFC_3390(int current, long kilobits, int to)
    {
        // 6 connections at 1 Mbit/s: 4 segments are 280 ms of queue.
        var said = Recommender.Recommend(Queued(current, kilobits, milliseconds: 300));
        Assert.Equal((RecommendedAction.Lower, to, Guardrail.Queue.Name), (said.Action, said.Segments, said.Binding));
    }

    [Fact]
    public void A_queue_that_only_the_rate_of_short_connections_suggests_lowers_nothing()
    {
        var said = Recommender.Recommend(Queued(10, 400, milliseconds: 20));
        Assert.Equal((RecommendedAction.Keep, 10, Guardrail.Queue.Name), (said.Action, said.Segments, said.Binding));
    }

    private static RecommendationCase Queued(int current, long kilobits, long milliseconds) =>
        Cases
            .Site(current, [30_000], [1000])
            .With(traffic =>
                traffic with
                {
                    Concurrency = Cases.Slots(1000, 6),
                    DeliveryRate = Cases.Slots(1000, kilobits),
                    QueueDelay = Cases.Slots(1000, 1000 * milliseconds),
                }
            );

    [Fact]
    public void What_overflows_an_unknown_buffer_more_than_it_gains_is_not_set()
    {
        var said = Recommender.Recommend(
            RecommendationCase.Of(
                "browsers",
                new()
                {
                    Sizes = [30_000],
                    Rtts = [TimeSpan.FromMilliseconds(100)],
                    Concurrency = 2,
                }
            ) with
            {
                Current = 5,
            }
        );
        Assert.Equal((RecommendedAction.Keep, BoundName.Buffer), (said.Action, said.Binding));
        Assert.Contains("overflow a buffer of 10 packets", said.Reasons[0], StringComparison.Ordinal);
        Assert.Equal((Confidence.Described, 0L), (said.Confidence, said.Connections));
    }

    [Fact]
    public void What_flies_today_without_loss_fits_the_buffer()
    {
        var asked = Cases
            .Site(10, [30_000], [100])
            .With(traffic => traffic with { Concurrency = Cases.Slots(1000, 6), QueueDelay = new Dictionary<int, long>() });
        Assert.True(Recommender.Recommend(asked).BufferPackets >= 59);
        Assert.Equal(10, Recommender.Recommend(asked.With(traffic => traffic with { Judged = 0 })).BufferPackets);
    }

    [Fact]
    public void A_queue_that_was_seen_is_a_buffer_that_is_there()
    {
        // 200 ms of queue at 10 Mbit/s are 171 packets.
        var said = Recommender.Recommend(
            Cases
                .Site(10, [30_000], [100])
                .With(traffic => traffic with { QueueDelay = Cases.Slots(1000, 200_000), DeliveryRate = Cases.Slots(1000, 10_000) })
        );
        Assert.InRange(said.BufferPackets, 150, 190);
    }

    [Fact]
    public void More_than_the_limit_is_lowered_to_it()
    {
        var said = Recommender.Recommend(Cases.Site(32, [30_000], [100]) with { Role = PathRole.Own, Limits = new Limits(17, null) });
        Assert.Equal((RecommendedAction.Lower, 17, BoundName.Limits), (said.Action, said.Segments, said.Binding));
        var windows = Recommender.Recommend(
            Cases.Site(32, [30_000], [100]) with
            {
                Role = PathRole.Own,
                Limits = new Limits(17, null),
                Takes = SegmentRange.Windows,
            }
        );
        Assert.Equal(16, windows.Segments);
    }

    [Fact]
    public void Large_segments_are_capped_in_bytes()
    {
        var said = Recommender.Recommend(Cases.Site(2, [60_000], [100]) with { Mss = 8960, Role = PathRole.Own });
        Assert.Equal((RecommendedAction.Keep, 2, Guardrail.Bytes.Name), (said.Action, said.Cap, said.Binding));
    }

    [Theory]
    [InlineData(false, null, true, false, "voice")]
    [InlineData(false, null, false, true, "policer")]
    [InlineData(true, false, false, false, "sack")]
    public void What_is_known_of_the_host_and_the_path_forbids_more(bool own, bool? sack, bool voice, bool policer, string by)
    {
        var asked = Cases.Site(10, [30_000], [100]) with
        {
            Role = own ? PathRole.Own : PathRole.Internet,
            Sack = sack,
            Voice = voice,
            Policer = policer,
        };
        Assert.Equal((RecommendedAction.Keep, by), (Recommender.Recommend(asked).Action, Recommender.Recommend(asked).Binding));
    }

    [Fact]
    public void Too_few_connections_say_nothing()
    {
        Assert.Equal(RecommendedAction.TooLittleSeen, Recommender.Recommend(Cases.Site(10, [30_000], [100], connections: 29)).Action);
        var none = Recommender.Recommend(new() { Subject = "new", Traffic = new() });
        Assert.Equal((RecommendedAction.TooLittleSeen, 10, 0.0), (none.Action, none.Segments, none.SavingMean.Estimate));
    }

    [Fact]
    public void The_interval_narrows_with_the_connections_and_a_description_has_none()
    {
        long[] sizes = [5_000, 9_000, 13_000, 21_000, 34_000];
        var (few, many) = (
            Recommender.Recommend(Cases.Site(4, sizes, [60, 100, 150], 100)).SavingMean,
            Recommender.Recommend(Cases.Site(4, sizes, [60, 100, 150], 100_000)).SavingMean
        );
        Assert.InRange(few.Estimate, few.Low, few.High);
        Assert.True(many.High - many.Low < (few.High - few.Low) / 10);
        var described = Recommender.Recommend(
            RecommendationCase.Of("new", new() { Sizes = [13_516], Rtts = [TimeSpan.FromMilliseconds(100)] }) with
            {
                Current = 3,
            }
        );
        Assert.Equal(described.SavingMean.Low, described.SavingMean.High);
    }

    [Fact]
    public void A_description_is_taken_to_the_byte()
    {
        // 14,480 bytes are ten segments of 1448: one round with ten, two with eight.
        var said = Recommender.Recommend(
            RecommendationCase.Of("new", new() { Sizes = [14_480], Rtts = [TimeSpan.FromMilliseconds(100)] }) with
            {
                Current = 6,
            }
        );
        Assert.Equal((10, 1.0), (said.Segments, said.RoundsAfter));
    }

    [Fact]
    public void Size_and_time_that_go_together_are_weighed_together()
    {
        var apart = Cases.Site(5, [2_000, 13_516], [20, 200]);
        var slots = apart.Traffic.Bytes.Keys.Order().Select(slot => slot / 4).ToList();
        var times = apart.Traffic.MinRtt.Keys.Order().Select(slot => slot / 4).ToList();
        var farIsSmall = apart.With(traffic =>
            traffic with
            {
                Cells = [new(slots[0], times[1], 10_000, 0), new(slots[1], times[0], 10_000, 0)],
            }
        );
        var farIsLarge = apart.With(traffic =>
            traffic with
            {
                Cells = [new(slots[0], times[0], 10_000, 0), new(slots[1], times[1], 10_000, 0)],
            }
        );
        Assert.True(Recommender.Recommend(farIsSmall).SavingMean.Estimate < Recommender.Recommend(apart).SavingMean.Estimate);
        Assert.True(Recommender.Recommend(apart).SavingMean.Estimate < Recommender.Recommend(farIsLarge).SavingMean.Estimate);
    }

    [Fact]
    public void Most_of_bbr_is_said_to_be_paced()
    {
        var said = Recommender.Recommend(
            Cases
                .Site(10, [30_000], [100])
                .With(traffic =>
                    traffic with
                    {
                        CongestionControls = new Dictionary<string, long> { ["bbr"] = 900, ["cubic"] = 100 },
                    }
                )
        );
        Assert.Contains(said.Reasons, reason => reason.Contains("bbr", StringComparison.Ordinal));
        Assert.Equal(0, said.RiskShare);
    }
}
