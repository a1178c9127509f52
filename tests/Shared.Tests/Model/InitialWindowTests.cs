using IwTune.Shared.Model;

namespace IwTune.Shared.Tests.Model;

public sealed class InitialWindowTests
{
    [Theory]
    [InlineData(536, 5360)]
    [InlineData(1000, 10000)]
    [InlineData(1448, 14480)]
    [InlineData(1452, 14520)]
    [InlineData(1460, 14600)]
    [InlineData(1461, 14600)]
    [InlineData(2190, 14600)]
    [InlineData(7300, 14600)]
    [InlineData(8960, 17920)]
    public void Rfc_6928(int mss, long bytes) => Assert.Equal(bytes, InitialWindow.Rfc6928(mss));

    [Theory]
    [InlineData(1200, 12000)]
    [InlineData(1232, 12320)]
    [InlineData(1472, 14720)]
    [InlineData(1473, 14720)]
    [InlineData(7360, 14720)]
    [InlineData(8972, 17944)]
    public void Rfc_9002(int datagram, long bytes) => Assert.Equal(bytes, InitialWindow.Rfc9002(datagram));

    [Theory]
    [InlineData(536, 2144)]
    [InlineData(1095, 4380)]
    [InlineData(1460, 4380)]
    [InlineData(2000, 4380)]
    [InlineData(2190, 4380)]
    [InlineData(8960, 17920)]
    public void Rfc_3390(int mss, long bytes) => Assert.Equal(bytes, InitialWindow.Rfc3390(mss));

    [Fact]
    public void A_segment_has_at_least_one_byte()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => InitialWindow.Rfc3390(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => InitialWindow.Rfc6928(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => InitialWindow.Rfc9002(0));
    }
}
