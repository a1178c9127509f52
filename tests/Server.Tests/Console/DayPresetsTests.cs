using IwTune.Server.Console;

namespace IwTune.Server.Tests.Console;

public sealed class DayPresetsTests
{
    [Theory]
    [InlineData("2026-11-26", "2026-10-01", "2026-11-01", "2026-07-01", "2026-10-01")]
    [InlineData("2026-01-01", "2025-12-01", "2026-01-01", "2025-10-01", "2026-01-01")]
    [InlineData("2028-03-31", "2028-02-01", "2028-03-01", "2027-10-01", "2028-01-01")]
    public void A_month_and_a_quarter_are_those_that_are_over(string day, string month, string monthEnd, string quarter, string quarterEnd)
    {
        var spans = DayPresets.Spans(DateOnly.Parse(day));
        Assert.Equal(new DaySpan("Last month", DateOnly.Parse(month), DateOnly.Parse(monthEnd)), spans[3]);
        Assert.Equal(new DaySpan("Last quarter", DateOnly.Parse(quarter), DateOnly.Parse(quarterEnd)), spans[4]);
        Assert.Equal(
            [DateOnly.Parse(day), DateOnly.Parse(monthEnd), DateOnly.Parse(quarterEnd)],
            DayPresets.Ends(DateOnly.Parse(day)).Select(end => end.At)
        );
    }

    [Fact]
    public void Days_are_whole() =>
        Assert.Equal(
            [
                new("Today", new(2026, 3, 1), new(2026, 3, 2)),
                new("Yesterday", new(2026, 2, 28), new(2026, 3, 1)),
                new("7 days", new(2026, 2, 23), new(2026, 3, 2)),
            ],
            DayPresets.Spans(new(2026, 3, 1)).Take(3)
        );
}
