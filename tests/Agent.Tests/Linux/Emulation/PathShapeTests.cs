using IwTune.Agent.Linux.Emulation;

namespace IwTune.Agent.Tests.Linux.Emulation;

public sealed class PathShapeTests
{
    [Fact]
    public void The_default_and_a_full_one_can_be_emulated()
    {
        Assert.Empty(new PathShape().Problems());
        Assert.Empty(
            new PathShape
            {
                Delay = TimeSpan.FromSeconds(1),
                Jitter = TimeSpan.FromMilliseconds(1),
                RateBitsPerSecond = 1e6,
                QueuePackets = 0,
                Aqm = CoDel.Standard,
                LostDataPackets = [1, 2],
                Reordering = new Reordering(0.1, TimeSpan.FromMilliseconds(1)),
            }.Problems()
        );
    }

    [Fact]
    public void Everything_that_is_wrong_is_told_at_once()
    {
        var problems = new PathShape
        {
            Delay = TimeSpan.FromMinutes(2),
            Jitter = -TimeSpan.FromMilliseconds(1),
            RateBitsPerSecond = double.NaN,
            QueuePackets = -1,
            Aqm = new CoDel(TimeSpan.Zero, TimeSpan.Zero),
            LostDataPackets = [0],
            Reordering = new Reordering(1.5, TimeSpan.Zero),
        }.Problems();
        Assert.Equal(7, problems.Count);
    }

    [Fact]
    public void A_queue_without_a_narrow_link_is_an_error() => Assert.Single(new PathShape { QueuePackets = 10 }.Problems());
}
