using IwTune.Server.Console;

namespace IwTune.Server.Tests.Console;

public sealed class QuantitiesTests
{
    [Theory]
    [InlineData(536, "536 B")]
    [InlineData(4_380, "4.38 kB")]
    [InlineData(14_480, "14.5 kB")]
    [InlineData(131_072, "131 kB")]
    [InlineData(4_194_304, "4.19 MB")]
    public void Bytes_have_three_figures_and_a_unit(long bytes, string expected) => Assert.Equal(expected, Quantities.Bytes(bytes));

    [Theory]
    [InlineData(83, "0.08 ms")]
    [InlineData(4_230, "4.2 ms")]
    [InlineData(104_400, "104 ms")]
    public void Round_trips_are_in_milliseconds(long microseconds, string expected) =>
        Assert.Equal(expected, Quantities.Milliseconds(microseconds));

    [Theory]
    [InlineData(5, "5 minutes")]
    [InlineData(60, "1 hour")]
    [InlineData(90, "90 minutes")]
    public void Times_are_in_hours_where_they_are_whole(int minutes, string expected) =>
        Assert.Equal(expected, Quantities.Of(TimeSpan.FromMinutes(minutes)));

    [Fact]
    public void One_is_not_many()
    {
        Assert.Equal("1 host", Quantities.Of(1, "host"));
        Assert.Equal("98,310 hosts", Quantities.Of(98_310, "host"));
        Assert.Equal("2 policies", Quantities.Of(2, "policy", "policies"));
    }
}
