using IwTune.Agent.Windows.Probing;

namespace IwTune.Agent.Tests.Windows.Probing;

public sealed class ExtendedStatisticsTests
{
    [Fact]
    public void Window_and_segment_size_are_read() =>
        Assert.Equal(new ExtendedStatistics(14_600, 1460), ExtendedStatistics.Parse(Raw.Congestion(14_600), Raw.Path(1460)));

    [Fact]
    public void What_was_not_collected_yet_is_nothing()
    {
        Assert.Null(ExtendedStatistics.Parse(Raw.Congestion(0), Raw.Path(1460)));
        Assert.Null(ExtendedStatistics.Parse(Raw.Congestion(14_600), Raw.Path(0)));
    }

    [Theory]
    [InlineData(0, 160)]
    [InlineData(87, 160)]
    [InlineData(88, 159)]
    public void What_is_too_short_is_nothing(int congestion, int path) =>
        Assert.Null(ExtendedStatistics.Parse(Raw.Congestion(14_600).AsSpan(0, congestion), Raw.Path(1460).AsSpan(0, path)));
}
