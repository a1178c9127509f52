using IwTune.Shared.Charts;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Charts;

public sealed class CaptureChartsTests
{
    private static readonly Capture Two = new()
    {
        Format = Capture.CurrentFormat,
        Title = "t",
        Taken = DateTimeOffset.UnixEpoch,
        SizeBytes = 4_000,
        RttMicroseconds = 100_000,
        Arms =
        [
            new()
            {
                Name = "IW 1",
                Sent = [new(50_000, 1000), new(150_000, 2000), new(150_100, 3000), new(250_000, 4000)],
                Received = [new(100_000, 1000), new(200_000, 2000), new(200_100, 3000), new(300_000, 4000)],
            },
            new()
            {
                Name = "IW 4",
                Sent = [new(50_000, 1000), new(50_100, 2000), new(50_200, 3000), new(50_300, 4000)],
                Received = [new(100_000, 1000), new(100_100, 4000)],
                Acknowledged = [new(150_000, 4000)],
                Allowed = [new(50_000, 4_100), new(150_000, 64_000)],
                Retransmits = [new(60_000, 1000)],
                Dropped = [new(50_100, 1000)],
            },
        ],
    };

    [Fact]
    public void Each_end_has_a_series_for_each_arm_and_a_sentence_that_counts_its_flights()
    {
        var chart = CaptureCharts.Receiver(Two);
        Assert.Equal(["IW 1", "IW 4"], chart.Series.Select(series => series.Name));
        Assert.Equal(new Point(100, 0), chart.Series[0].Points[0]);
        Assert.Equal(new Point(300, 4), chart.Series[0].Points[^1]);
        Assert.Equal(
            "IW 1: 4 kB had arrived after 300 ms, in 3 flights; IW 4: 4 kB had arrived after 100.1 ms, in one flight.",
            chart.Sentence
        );
        Assert.Equal(250, CaptureCharts.Sender(Two).Series[0].Points[^1].X);
    }

    [Fact]
    public void The_sequence_shows_what_was_lost_and_no_window_far_above_the_response()
    {
        var chart = CaptureCharts.Sequence(Two, Two.Arms[1]);
        Assert.Equal(["sent", "acked", "window", "retransmitted", "dropped"], chart.Series.Select(series => series.Name));
        Assert.Equal(4.1, chart.Series[2].Points.Max(point => point.Y));
        Assert.Equal("The last new byte left after 50.3 ms; 1 dropped, 1 retransmitted.", chart.Sentence);
        Assert.Equal("The last new byte left after 250 ms; nothing was lost.", CaptureCharts.Sequence(Two, Two.Arms[0]).Sentence);
    }

    /// <summary>The console shows drawings unescaped, and a capture comes from a user.</summary>
    [Fact]
    public void A_name_cannot_become_markup()
    {
        var named = Two with { Arms = [Two.Arms[1] with { Name = "</title><script>alert('1')</script>" }] };
        foreach (
            var chart in new[] { CaptureCharts.Sender(named), CaptureCharts.Receiver(named), CaptureCharts.Sequence(named, named.Arms[0]) }
        )
            Assert.DoesNotContain("<script", SvgChart.Draw(chart, ChartLook.Page), StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_not_seen_is_said()
    {
        var silent = Two with { Arms = [new() { Name = "a", Received = [new(1, 1)] }] };
        Assert.Equal("Nothing was captured here.", CaptureCharts.Sender(silent).Sentence);
        Assert.Contains("<svg", SvgChart.Draw(CaptureCharts.Sender(silent)), StringComparison.Ordinal);
        Assert.Equal("Nothing was lost.", CaptureCharts.Sequence(silent, silent.Arms[0]).Sentence);
    }
}
