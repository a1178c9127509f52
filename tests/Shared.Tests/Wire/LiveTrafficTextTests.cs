using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Wire;

/// <summary>Live traffic has the same words on the host and in the console.</summary>
public static class LiveTrafficTextTests
{
    private static readonly Evidence Live = new()
    {
        TargetId = "ipv4 main default via 192.0.2.1 dev eth0",
        Method = EvidenceMethod.Passive,
        At = DateTimeOffset.UnixEpoch.AddMinutes(5),
        Conclusive = true,
        InitialCwnd = 60,
        Passive = new PassiveFacts
        {
            Since = DateTimeOffset.UnixEpoch,
            Closed = 1204,
            Fresh = 23,
            Windows = new Dictionary<int, long> { [60] = 22, [1] = 1 },
            FirstFlightOnly = 1000,
            FirstFlightLoss = 4,
            RttMedianMicroseconds = 23_400,
            RttP90Microseconds = 80_000,
            FinalCwndMedian = 61,
            Sampled = true,
        },
    };

    [Fact]
    public static void It_is_a_sentence() =>
        Assert.Equal(
            "Live traffic of 5 min, a sample: 1,204 connections ended; 22 of 23 seen before they sent had a window of 60; 0.4 % of 1,000 "
                + "first flights had losses; RTT 23.4 ms, 90th percentile 80.0 ms; final window 61 segments.",
            LiveTrafficText.Of(Live)
        );

    [Fact]
    public static void A_window_that_was_not_seen_is_not_named() =>
        Assert.Equal(
            "Live traffic of 5 min: 7 connections ended; none seen before it sent.",
            LiveTrafficText.Of(
                Live with
                {
                    InitialCwnd = null,
                    Passive = new PassiveFacts { Since = DateTimeOffset.UnixEpoch, Closed = 7 },
                }
            )
        );
}
