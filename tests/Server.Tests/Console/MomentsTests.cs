using IwTune.Server.Console;

namespace IwTune.Server.Tests.Console;

public sealed class MomentsTests
{
    [Theory]
    [InlineData(4, "4 s")]
    [InlineData(59, "59 s")]
    [InlineData(125, "2 min")]
    [InlineData(3 * 3600, "3 h")]
    [InlineData(47 * 3600, "47 h")]
    [InlineData(72 * 3600, "3 d")]
    public void An_age_has_one_unit(int seconds, string expected) =>
        Assert.Equal(expected, Moments.Relative(TimeSpan.FromSeconds(seconds)));

    [Fact]
    public void A_moment_ahead_of_the_clock_says_so() => Assert.Equal("in 2 min", Moments.Relative(TimeSpan.FromMinutes(-2), ago: true));

    [Fact]
    public void A_clock_a_little_ahead_is_not_worth_a_word() =>
        Assert.Equal("just now", Moments.Relative(TimeSpan.FromSeconds(-1), ago: true));
}
