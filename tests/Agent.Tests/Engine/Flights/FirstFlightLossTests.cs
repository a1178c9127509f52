using System.Net;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Engine.Flights;

public sealed class FirstFlightLossTests
{
    private const int Mss = 1448;

    /// <summary>Measured: initial window 20, a buffer of 10 packets, 50 kB: 9 segments sent again, threshold 21 = 0.7 × 30.</summary>
    [Fact]
    public void A_flight_of_twenty_into_a_buffer_of_ten_lost_some_of_it() =>
        Assert.True(FirstFlightLoss.Of(Cubic(50_000, again: 9, threshold: 21), 20));

    [Theory]
    [InlineData("cubic", 28, true)]
    [InlineData("cubic", 29, false)]
    [InlineData("reno", 20, true)]
    [InlineData("reno", 21, false)]
    public void A_loss_counts_while_no_more_than_twice_the_window_was_in_flight(string congestion, int threshold, bool lost) =>
        Assert.Equal(lost, FirstFlightLoss.Of(Cubic(500_000, again: 1, threshold) with { CongestionControl = congestion }, 20));

    [Fact]
    public void An_end_of_slow_start_without_loss_is_no_loss() =>
        Assert.False(FirstFlightLoss.Of(Cubic(500_000, again: 0, threshold: 16), 20));

    [Fact]
    public void Something_sent_again_that_never_ended_slow_start_is_no_loss_in_the_first_flight() =>
        Assert.False(FirstFlightLoss.Of(Cubic(500_000, again: 2, threshold: null), 20));

    [Theory]
    [InlineData("bbr")]
    [InlineData("dctcp")]
    [InlineData("")]
    public void Beyond_the_window_another_congestion_control_is_not_judged_lost_or_not(string congestion)
    {
        Assert.Null(FirstFlightLoss.Of(Cubic(50_000, again: 9, threshold: 21) with { CongestionControl = congestion }, 20));
        // Judging only connections without loss would hide loss.
        Assert.Null(FirstFlightLoss.Of(Cubic(50_000, again: 0, threshold: null) with { CongestionControl = congestion }, 20));
    }

    [Theory]
    [InlineData("bbr", 0, false)]
    [InlineData("bbr", 1, true)]
    [InlineData("cubic", 0, false)]
    [InlineData("cubic", 3, true)]
    [InlineData("", 1, true)]
    public void What_fitted_the_window_is_judged_exactly(string congestion, int again, bool lost) =>
        Assert.Equal(lost, FirstFlightLoss.Of(Cubic(20 * Mss, again, threshold: null) with { CongestionControl = congestion }, 20));

    [Fact]
    public void A_kernel_that_does_not_tell_data_from_SYNs_is_certain_only_when_nothing_was_sent_again()
    {
        var old = Cubic(10_000, again: 0, threshold: null) with { DataSentAgain = null };
        Assert.False(FirstFlightLoss.Of(old, 20));
        Assert.Null(FirstFlightLoss.Of(old with { SentAgain = 1 }, 20));
    }

    [Fact]
    public void A_SYN_sent_again_is_no_loss_in_the_first_flight() =>
        Assert.False(FirstFlightLoss.Of(Cubic(50_000, again: 0, threshold: 7) with { SentAgain = 2 }, 20));

    [Fact]
    public void A_first_flight_that_is_not_all_acknowledged_is_not_judged_yet()
    {
        var sending = Cubic(50_000, again: 0, threshold: null) with { BytesAcknowledged = (20 * Mss) - 1 };
        Assert.Null(FirstFlightLoss.Of(sending, 20));
        Assert.False(FirstFlightLoss.Of(sending with { BytesAcknowledged = 20 * Mss }, 20));
        Assert.True(FirstFlightLoss.Of(sending with { DataSentAgain = 1, SentAgain = 1, SlowStartThreshold = 14 }, 20));
    }

    [Fact]
    public void Nothing_sent_is_nothing_to_judge() =>
        Assert.Null(FirstFlightLoss.Of(Cubic(0, again: 0, threshold: null) with { DataSegments = 0 }, 20));

    [Fact]
    public void Without_anything_sent_again_there_is_never_a_loss() =>
        Prop.ForAll(
                (
                    from bytes in Gen.Choose(1, 10_000_000)
                    from threshold in Gen.Choose(0, 200)
                    from window in Gen.Choose(1, 64)
                    from name in Gen.Elements("cubic", "reno", "bbr", "")
                    select (bytes, threshold, window, name)
                ).ToArbitrary(),
                given =>
                    FirstFlightLoss.Of(
                        Cubic(given.bytes, again: 0, given.threshold == 0 ? null : given.threshold) with
                        {
                            CongestionControl = given.name,
                        },
                        given.window
                    ) != true
            )
            .QuickCheckThrowOnFailure();

    private static Connection Cubic(long bytes, int again, int? threshold) =>
        new()
        {
            Id = 1,
            Local = new IPEndPoint(IPAddress.Loopback, 443),
            Remote = new IPEndPoint(IPAddress.Loopback, 50_000),
            Mss = Mss,
            Cwnd = 40,
            CongestionControl = "cubic",
            BytesSent = bytes,
            BytesAcknowledged = bytes + 2,
            DataSegments = ((bytes + Mss - 1) / Mss) + again,
            DataSentAgain = again,
            SentAgain = again,
            SlowStartThreshold = threshold,
        };
}
