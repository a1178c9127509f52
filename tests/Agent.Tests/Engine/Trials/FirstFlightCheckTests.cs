using IwTune.Agent.Engine.Trials;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Trials;

public sealed class FirstFlightCheckTests
{
    private const int Mss = 1448;

    [Fact]
    public void What_left_before_the_first_acknowledgement_is_the_first_flight() =>
        Assert.Equal(10L * Mss, Of(acknowledgedAt: 101_000, (51_000, 10), (101_100, 12)).Bytes);

    [Fact]
    public void One_segment_more_is_a_window_that_was_not_kept_to()
    {
        var check = Of(acknowledgedAt: 101_000, (51_000, 10), (51_200, 11), (101_100, 13));
        Assert.Equal((11L * Mss, false), (check.Bytes, check.Holds));
    }

    [Fact]
    public void A_tail_loss_probe_while_the_acknowledgement_is_late_does_not_count()
    {
        var check = Of(acknowledgedAt: 215_000, (51_000, 10), (151_500, 11), (215_100, 13));
        Assert.Equal((10L * Mss, true), (check.Bytes, check.Holds));
    }

    /// <param name="acknowledgedAt">Microseconds.</param>
    /// <param name="sent">When, and how many segments had left by then.</param>
    private static FirstFlightCheck Of(long acknowledgedAt, params (long At, int Segments)[] sent)
    {
        var arm = new CaptureArm
        {
            Name = "IW 10",
            InitCwnd = 10,
            Mss = Mss,
            Sent = [.. sent.Select(one => new CapturePoint(one.At, (long)one.Segments * Mss))],
            Received = [],
            Acknowledged = [new CapturePoint(acknowledgedAt, 2 * Mss)],
            Allowed = [],
            Retransmits = [],
            Dropped = [],
        };
        return FirstFlightCheck.Of(new TrialRun(10, [], 0, 0, 0, TimeSpan.Zero, arm));
    }
}
