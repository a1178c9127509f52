using System.Net;
using IwTune.Agent.Engine.RoundTrips;

namespace IwTune.Agent.Tests.Engine.RoundTrips;

/// <summary>Every figure is a measured one.</summary>
public sealed class RoundTripSamplesTests
{
    [Theory]
    [InlineData(7, 7, 7, 7L)]
    [InlineData(1, 2, 5, 5L, 1L, 2L)]
    [InlineData(1, 2, 4, 4L, 3L, 1L, 2L)]
    [InlineData(1, 5, 9, 10L, 9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L)]
    public void The_percentiles_are_nearest_ranks(long min, long median, long p90, params long[] samples)
    {
        var times = new RoundTripSamples(new IPEndPoint(IPAddress.Loopback, 1), samples, 0, "");
        Assert.Equal((min, median, p90), (times.Min, times.Median, times.P90));
    }
}
