using IwTune.Server.Console.Appearance;

namespace IwTune.Server.Tests.Console.Appearance;

public sealed class ViewerZoneTests
{
    private static readonly ViewerZone Berlin = new(TimeZoneInfo.FindSystemTimeZoneById("Europe/Berlin"));
    private static readonly ViewerZone Utc = new(TimeZoneInfo.Utc);

    [Fact]
    public void Days_that_are_entered_begin_at_the_viewers_midnight_and_are_shown_as_entered()
    {
        Assert.Equal("2026-11-25T00:00:00+01:00", Berlin.Resolve("2026-11-25"));
        Assert.Equal("2026-07-01T00:00:00+02:00", Berlin.Resolve("2026-07-01"));
        Assert.Equal("2026-07-01T14:30:00+02:00", Berlin.Resolve("2026-07-01T14:30"));
        Assert.Equal("2026-11-25T00:00:00Z", Utc.Resolve("2026-11-25"));
        Assert.Equal("2026-11-25", Berlin.Day("2026-11-25T00:00:00+01:00"));
        Assert.Equal("2026-11-24", Utc.Day("2026-11-25T00:00:00+01:00"));
    }

    [Theory]
    [InlineData("2026-11-25T00:00:00Z")]
    [InlineData("2026-11-25T00:00:00+05:30")]
    [InlineData("yesterday")]
    [InlineData("")]
    [InlineData(null)]
    public void Text_with_an_offset_or_that_is_no_time_stays(string? text) => Assert.Equal(text, Berlin.Resolve(text));

    [Fact]
    public void The_hour_that_is_skipped_in_spring_and_the_one_that_occurs_twice_in_autumn_are_instants()
    {
        Assert.Equal("2026-03-29T02:30:00+01:00", Berlin.Resolve("2026-03-29T02:30"));
        Assert.Equal("2026-10-25T02:30:00+01:00", Berlin.Resolve("2026-10-25T02:30"));
    }

    [Fact]
    public void A_moment_is_shown_by_the_viewers_clock()
    {
        var moment = new DateTimeOffset(2026, 11, 25, 23, 30, 0, TimeSpan.Zero);
        Assert.Equal("2026-11-26 00:30:00", Berlin.Text(moment));
        Assert.Equal("2026-11-26T00:30", Berlin.Minute(moment));
        Assert.Equal(new(2026, 11, 26), Berlin.Today(moment));
        Assert.Equal(("Europe/Berlin", "UTC"), (Berlin.Name, Utc.Name));
        Assert.Equal("2026-11-26 00:30:00 UTC+01:00", Berlin.Full(moment));
        Assert.Equal("2026-11-25 23:30:00 UTC", Utc.Full(moment));
    }

    [Fact]
    public void A_sentence_of_a_record_has_its_moments_by_the_viewers_clock()
    {
        const string Sentence =
            "Complete up to 2026-07-01 23:30:00 UTC: from then until 2026-11-25 23:30:00 UTC the server evaluated no host.";
        Assert.Equal(
            "Complete up to 2026-07-02 01:30:00 UTC+02:00: from then until 2026-11-26 00:30:00 UTC+01:00 the server evaluated no host.",
            Berlin.Localise(Sentence)
        );
        Assert.Equal(Sentence, Utc.Localise(Sentence));
    }
}
