using IwTune.Server.Features.Rollouts.Scheduling;

namespace IwTune.Server.Tests.Features.Rollouts;

public sealed class ChangeWindowTests
{
    [Theory]
    [InlineData("mon-fri 09:00-16:30 Europe/Berlin", "2026-11-23T08:00Z", true)]
    [InlineData("mon-fri 09:00-16:30 Europe/Berlin", "2026-11-23T07:59Z", false)]
    [InlineData("mon-fri 09:00-16:30 Europe/Berlin", "2026-11-23T15:30Z", false)]
    [InlineData("mon-fri 09:00-16:30 Europe/Berlin", "2026-11-22T12:00Z", false)]
    [InlineData("mon-fri 09:00-16:30 Europe/Berlin", "2026-07-06T07:00Z", true)] // summer: two hours ahead
    [InlineData("fri-mon 00:00-24:00 UTC", "2026-11-23T23:59Z", true)]
    [InlineData("fri-mon 00:00-24:00 UTC", "2026-11-24T00:00Z", false)]
    [InlineData("sat 22:00-04:00 UTC", "2026-11-22T03:59Z", true)] // the night belongs to the day it begins on
    [InlineData("sat 22:00-04:00 UTC", "2026-11-21T03:59Z", false)]
    [InlineData("sun 02:00-03:00 Europe/Berlin", "2026-03-29T01:30Z", false)] // skipped in spring
    [InlineData("sun 02:00-03:00 Europe/Berlin", "2026-10-25T00:30Z", true)] // twice in autumn: in summer time
    [InlineData("sun 02:00-03:00 Europe/Berlin", "2026-10-25T01:30Z", true)] // and in winter time
    public void A_window_is_open_by_the_clock_on_its_wall(string text, string now, bool open)
    {
        var (window, problem) = ChangeWindow.Parse(text);
        Assert.True(window is not null, problem);
        Assert.Equal(open, window.Holds(DateTimeOffset.Parse(now, System.Globalization.CultureInfo.InvariantCulture)));
    }

    [Theory]
    [InlineData("mon-fri 09:00-16:30 Europe/Berlin", "2026-11-21T12:00Z", "2026-11-23T08:00Z")]
    [InlineData("sun 02:00-03:00 Europe/Berlin", "2026-03-28T12:00Z", "2026-04-05T00:00Z")] // not on the day that skips it
    [InlineData("sun 02:00-03:00 Europe/Berlin", "2026-10-25T00:10Z", "2026-10-25T00:10Z")]
    public void It_knows_when_it_opens_next(string text, string now, string next) =>
        Assert.Equal(
            DateTimeOffset.Parse(next, System.Globalization.CultureInfo.InvariantCulture),
            ChangeWindow.Parse(text).Window!.Next(DateTimeOffset.Parse(now, System.Globalization.CultureInfo.InvariantCulture))
        );

    [Theory]
    [InlineData("", "is days, hours and a zone")]
    [InlineData("mon-fri 09:00-16:30", "is days, hours and a zone")]
    [InlineData("mon-fryday 09:00-16:30 UTC", "'mon-fryday' is not a list of days")]
    [InlineData("mon 9-16 UTC", "'9-16' is not a span of hours")]
    [InlineData("mon 09:00-24:30 UTC", "'09:00-24:30' is not a span of hours")]
    [InlineData("mon 09:00-09:00 UTC", "lasts no time")]
    [InlineData("mon 09:00-10:00 Middle/Earth", "'Middle/Earth' is not a known time zone")]
    public void What_is_wrong_with_it_is_said(string text, string says)
    {
        var (window, problem) = ChangeWindow.Parse(text);
        Assert.Null(window);
        Assert.Contains(says, problem, StringComparison.Ordinal);
    }
}
