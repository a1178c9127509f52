using IwTune.Shared.Model.Deciding;

namespace IwTune.Shared.Tests.Model.Deciding;

public sealed class ExpectationTests
{
    [Fact]
    public void A_round_saved_is_a_round_trip_time_and_one_not_saved_is_nothing()
    {
        // 13,516 bytes are 10 segments: IW 10 saves two rounds over IW 3, and 2,000 bytes save none.
        SeenTransfer[] seen =
        [
            .. Enumerable.Repeat(new SeenTransfer(13_516, 100_000, 1448), 8),
            .. Enumerable.Repeat(new SeenTransfer(2_000, 100_000, 1448), 12),
        ];
        Assert.Equal(new Expectation(TimeSpan.Zero, TimeSpan.FromMilliseconds(200)), Expectation.Of(seen, 3, 10));
        Assert.Equal(new Expectation(TimeSpan.Zero, TimeSpan.Zero), Expectation.Of(seen, 10, 12));
        Assert.Equal(TimeSpan.FromMilliseconds(-200), Expectation.Of(seen[..1], 10, 3)!.P50);
    }

    [Fact]
    public void Of_nothing_seen_nothing_is_expected() => Assert.Null(Expectation.Of([], 10, 12));
}
