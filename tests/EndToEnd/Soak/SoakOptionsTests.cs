using IwTune.Soak;

namespace IwTune.EndToEnd.Soak;

public sealed class SoakOptionsTests
{
    [Theory]
    [InlineData("", 12, 40)]
    [InlineData("--minutes 24", 24, 20)]
    [InlineData("--minutes 60", 60, 20)]
    [InlineData("--long", 480, 20)]
    public void A_short_soak_has_eight_hours_of_the_day_and_a_long_one_more(string words, double minutes, double speed)
    {
        var (options, problem) = SoakOptions.Read(words.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.Null(problem);
        Assert.Equal((minutes, speed), (options!.Minutes, options.Speed));
    }

    [Theory]
    [InlineData("--minutes")]
    [InlineData("--minutes 0")]
    [InlineData("--hosts many")]
    [InlineData("--forever 1")]
    public void What_is_not_understood_is_named(string words) =>
        Assert.Contains(words.Split(' ')[0], SoakOptions.Read(words.Split(' ')).Problem, StringComparison.Ordinal);
}
