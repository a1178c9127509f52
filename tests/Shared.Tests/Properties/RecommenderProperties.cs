using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Model;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Policies;
using IwTune.Shared.Tests.Model.Recommending;

namespace IwTune.Shared.Tests.Properties;

/// <summary>Properties of a recommendation for any measurements.</summary>
public sealed class RecommenderProperties
{
    private static readonly Gen<RecommendationCase> Any =
        from current in Gen.Choose(1, 64)
        from sizes in Gen.Choose(1, 400).Select(k => (long)k * 500).NonEmptyListOf()
        from rtts in Gen.Choose(1, 600).Select(ms => (double)ms).NonEmptyListOf()
        from connections in Gen.Choose(0, 50_000)
        from loss in Gen.Choose(0, 80)
        from again in Gen.Choose(0, 60)
        from rate in Gen.OneOf(Gen.Constant(0), Gen.Choose(100, 100_000))
        from queue in Gen.Choose(0, 300_000)
        from together in Gen.Choose(1, 8)
        from peer in Gen.Choose(1, 200)
        from max in Gen.OneOf(Gen.Constant<int?>(null), Gen.Choose(1, 64).Select(n => (int?)n))
        from own in Gen.Elements(PathRole.Internet, PathRole.Own)
        from windows in Gen.Elements(false, true)
        select (
            Cases.Site(current, [.. sizes.Take(6)], [.. rtts.Take(4)], connections) with
            {
                Limits = new Limits(max, null),
                Role = own,
                Takes = windows ? SegmentRange.Windows : SegmentRange.Linux,
            }
        ).With(traffic =>
            traffic with
            {
                FirstFlightLoss = traffic.Judged * loss / 1000,
                SegmentsAgain = traffic.Segments * again / 1000,
                DeliveryRate = rate == 0 ? new Dictionary<int, long>() : Cases.Slots(1000, rate),
                QueueDelay = Cases.Slots(1000, queue),
                Concurrency = Cases.Slots(1000, together),
                PeerWindow = Cases.Slots(1000, peer * 1460L),
            }
        );

    private static void ForAny(Func<RecommendationCase, Recommendation, bool> holds) =>
        Prop.ForAll(Any.ToArbitrary(), asked => holds(asked, Recommender.Recommend(asked)))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(150));

    [Fact]
    public void It_is_never_raised_above_the_cap_the_use_or_twice_the_window_in_force() =>
        ForAny(
            (asked, said) =>
                said.Action != RecommendedAction.Raise
                || (
                    said.Segments > asked.Current
                    && said.Segments <= said.Cap
                    && said.Segments <= (said.Useful ?? long.MaxValue)
                    && said.Segments <= 2 * asked.Current
                )
        );

    [Fact]
    public void It_is_a_number_that_the_system_takes_or_the_one_in_force() =>
        ForAny(
            (asked, said) =>
                said.Segments == asked.Current
                || (said.Segments >= asked.Takes.Least && said.Segments <= asked.Takes.Most && said.Segments % asked.Takes.Multiple == 0)
        );

    [Fact]
    public void By_the_model_a_raise_is_never_worse_than_what_is() =>
        ForAny((_, said) => said.Action != RecommendedAction.Raise || said.SavingMean.Estimate - (said.RiskMs - said.RiskMsNow) >= -1e-9);

    [Fact]
    public void Only_a_raise_or_a_reduction_changes_the_window() =>
        ForAny(
            (asked, said) =>
                said.Action switch
                {
                    RecommendedAction.Raise => said.Segments > asked.Current,
                    RecommendedAction.Lower => said.Segments < asked.Current,
                    _ => said.Segments == asked.Current && said.SavingMean.Estimate == 0,
                }
        );

    [Fact]
    public void Equal_evidence_gives_the_same_to_the_last_digit_whatever_its_order() =>
        ForAny(
            (asked, said) =>
            {
                var again = Recommender.Recommend(
                    asked.With(traffic =>
                        traffic with
                        {
                            Bytes = traffic.Bytes.Reverse().ToDictionary(slot => slot.Key, slot => slot.Value),
                        }
                    )
                );
                return again with { Reasons = said.Reasons, Sweep = said.Sweep } == said
                    && again.Reasons.SequenceEqual(said.Reasons)
                    && again.Sweep.SequenceEqual(said.Sweep);
            }
        );

    [Fact]
    public void Losing_more_never_raises_more() =>
        ForAny(
            (asked, said) =>
                Recommender.Recommend(asked.With(traffic => traffic with { FirstFlightLoss = traffic.Judged })).Segments
                <= Math.Max(said.Segments, asked.Current)
        );

    [Fact]
    public void A_lower_limit_never_gives_a_larger_window() =>
        ForAny(
            (asked, said) =>
                Recommender.Recommend(asked with { Limits = new Limits(Math.Max(1, (asked.Limits.Max ?? 64) / 2), null) }).Segments
                <= Math.Max(said.Segments, asked.Current)
        );

    [Fact]
    public void It_always_says_why_and_from_what() =>
        ForAny(
            (_, said) =>
                said.Reasons.Count > 0
                && said.Reasons.All(reason => reason.EndsWith('.'))
                && said.Binding.Length > 0
                && said.EvidenceHash.StartsWith("sha256:", StringComparison.Ordinal)
        );

    [Fact]
    public void Any_other_evidence_has_another_hash() =>
        ForAny(
            (asked, said) =>
                Recommender.Recommend(asked with { Current = asked.Current + 1 }).EvidenceHash != said.EvidenceHash
                && Recommender.Recommend(asked.With(traffic => traffic with { Judged = traffic.Judged + 1 })).EvidenceHash
                    != said.EvidenceHash
        );
}
