using IwTune.Agent.Engine.Trials.Replaying;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Trials;

public sealed class ReplayDataTests
{
    private const int Mss = 1000;

    [Fact]
    public void A_pause_of_two_fifths_of_a_round_trip_begins_another_group()
    {
        var arm = Of(5_500, (100, 1000), (101, 2000), (140, 3000), (141, 4000), (182, 5000), (183, 5500)).Arms[0];
        Assert.Equal([0, 0, 0, 0, 1, 1], arm.Points.Select(point => point[2]));
        Assert.Equal([100.0, 101, 140, 141, 182, 183], arm.Points.Select(point => point[0]));
        Assert.Equal([4L, 2], arm.Groups(Mss));
    }

    [Theory]
    [InlineData(100, 1000)]
    [InlineData(480_000, 1000)]
    [InlineData(480_001, 2000)]
    [InlineData(16_000_000, 34_000)]
    public void A_cell_is_a_segment_until_there_are_too_many(int size, int cell) => Assert.Equal(cell, Of(size, (1, size)).Cell);

    private static ReplayData Of(int size, params (int Milliseconds, int Bytes)[] arrivals) =>
        ReplayData.Of(
            new Capture
            {
                Format = Capture.CurrentFormat,
                Title = "test",
                Taken = DateTimeOffset.UnixEpoch,
                SizeBytes = size,
                RttMicroseconds = 100_000,
                Arms =
                [
                    new()
                    {
                        Name = "IW 4",
                        InitCwnd = 4,
                        Mss = Mss,
                        Received = [.. arrivals.Select(one => new CapturePoint(one.Milliseconds * 1000L, one.Bytes))],
                    },
                ],
            }
        );
}
