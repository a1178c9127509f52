using IwTune.Server.Features.Recommendations.Pages;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Tests.Console;

public sealed class RecommendationLookTests
{
    [Theory]
    [InlineData(31.2, 29.8, 33.04, "31 ms (30–33 ms)", "31 (30–33)")]
    [InlineData(-62, -62, -61, "-62 ms (-62 to -61 ms)", "-62 (-62 to -61)")]
    [InlineData(0.5, -1, 2, "0.5 ms (-1 to 2 ms)", "0.5 (-1 to 2)")]
    public void A_range_with_a_negative_end_has_no_dash_that_reads_as_a_minus(
        double estimate,
        double low,
        double high,
        string time,
        string rounds
    )
    {
        var saved = new Interval(estimate, low, high);
        Assert.Equal((time, rounds), (RecommendationLook.Saved(saved), RecommendationLook.Rounds(saved)));
    }
}
