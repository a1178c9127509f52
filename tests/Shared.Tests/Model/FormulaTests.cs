using IwTune.Shared.Model;

namespace IwTune.Shared.Tests.Model;

/// <summary>Formulas of the standards and texts that IwTune follows, with their printed figures.</summary>
public sealed class FormulaTests
{
    private static TimeSpan Ms(double ms) => TimeSpan.FromMilliseconds(ms);

    /// <summary>Rate × round trip; the tables print it rounded.</summary>
    [Theory]
    [InlineData(5, 1000, 625e3)]
    [InlineData(25, 500, 1.5625e6)]
    [InlineData(150, 500, 9.375e6)]
    [InlineData(260, 150, 4.875e6)]
    [InlineData(75, 100, 937.5e3)]
    [InlineData(50, 1000, 6.25e6)]
    [InlineData(50, 500, 3.125e6)]
    [InlineData(10, 10, 12.5e3)]
    [InlineData(300, 10, 375e3)]
    public void Bandwidth_times_delay(double rttMs, double megabits, double bytes) =>
        Assert.Equal(bytes, BandwidthDelay.Bytes(megabits * 1e6, Ms(rttMs)), 1e-6);

    /// <summary>2 Mbit/s × 100 ms: 20, 32 and 44 segments were all measured alike.</summary>
    [Fact]
    public void Beyond_the_path_nothing_is_gained()
    {
        Assert.Equal(
            18,
            SlowStart.Filling(
                new()
                {
                    SizeBytes = 1,
                    InitCwnd = 1,
                    Rtt = Ms(100),
                    RateBitsPerSecond = 2e6,
                }
            )
        );
        Assert.Null(
            SlowStart.Filling(
                new()
                {
                    SizeBytes = 1,
                    InitCwnd = 1,
                    Rtt = Ms(100),
                }
            )
        );
    }

    [Fact]
    public void Light_from_Sydney_to_New_York_and_back() =>
        Assert.Equal(106.66, BandwidthDelay.LightRoundTrip(15_988).TotalMilliseconds, 0.005);

    /// <summary>RFC 3649 §3: 10 Gbit/s, 1500 bytes, 100 ms is a window of 83,333 segments, one loss in five billion.</summary>
    [Fact]
    public void Mathis_asks_for_one_loss_in_five_billion()
    {
        const double window = 10e9 * 0.1 / 8 / 1500;
        Assert.Equal(83_333, window, 0.5);
        Assert.Equal(2.0736e-10, Mathis.LossRate(window), 1e-14);
        Assert.Equal(5_787, Mathis.BetweenLosses(window, Ms(100)).TotalSeconds, 0.1);
        Assert.Equal(window, Mathis.Window(Mathis.LossRate(window)), 1e-6);
    }

    [Theory]
    [InlineData(44, 10, 33)]
    [InlineData(11, 10, 0)]
    [InlineData(0, 0, 0)]
    public void A_buffer_takes_one_more_than_it_holds(long flight, long buffer, long drops) =>
        Assert.Equal(drops, FirstFlight.Overflow(flight, buffer));

    /// <summary>RFC 6298 §2 by hand: R = 100 ms, then 140 ms.</summary>
    [Fact]
    public void A_retransmission_timeout()
    {
        var first = RoundTripEstimate.First(Ms(100));
        Assert.Equal((Ms(100), Ms(50)), (first.Smoothed, first.Variation));
        var next = first.Next(Ms(140));
        Assert.Equal((Ms(105), Ms(47.5)), (next.Smoothed, next.Variation));
        Assert.Equal(Ms(305), next.LinuxTimeout);
    }

    /// <summary>RFC 3390 gives 3 segments at 1460 bytes, RFC 6928 ten; jumbo frames get two.</summary>
    [Theory]
    [InlineData(1460, 3, 10)]
    [InlineData(1448, 3, 10)]
    [InlineData(536, 4, 10)]
    [InlineData(2000, 2, 7)]
    [InlineData(8960, 2, 2)]
    public void Initial_windows_in_segments(int mss, int rfc3390, int rfc6928) =>
        Assert.Equal(
            (rfc3390, rfc6928),
            (InitialWindow.Segments(InitialWindow.Rfc3390(mss), mss), InitialWindow.Segments(InitialWindow.Rfc6928(mss), mss))
        );

    /// <summary>Measured with BBR at 100 ms: 20 segments leave in pairs 3.5 ms apart, 44 take 25.6 ms.</summary>
    [Fact]
    public void A_paced_flight_takes_part_of_a_round_trip()
    {
        Assert.Equal(3.46, 2 * Pacing.Delay(11, 20, Pacing.Bbr, Ms(100)).TotalMilliseconds, 0.005);
        Assert.InRange(Pacing.Delay(44, 44, Pacing.Bbr, Ms(100)).TotalMilliseconds, 25.6, 27);
        Assert.Equal(TimeSpan.Zero, Pacing.Delay(10, 10, Pacing.Bbr, Ms(100)));
    }

    [Fact]
    public void Formulas_refuse_what_cannot_be()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => BandwidthDelay.Bytes(-1, Ms(1)));
        Assert.Throws<ArgumentOutOfRangeException>(() => Mathis.Window(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => FirstFlight.Overflow(-1, 0));
    }
}
