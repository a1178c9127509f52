using IwTune.Server.Features.Compliance.Pages;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance;

public sealed class AttentionTrendTests
{
    private static readonly DateTimeOffset End = new(2026, 11, 27, 0, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Before_the_first_host_nothing_is_drawn()
    {
        var chart = TrendLook.Attention(Trend((0, 0), (0, 0), (4, 1)));
        Assert.Equal([double.NaN, double.NaN, 1], chart.Series[0].Points.Select(point => point.Y));
        Assert.Equal("1 host now: Error, Drifted or Stale. 7 days ago the fleet had no hosts.", chart.Sentence);
    }

    [Fact]
    public void No_host_that_needs_attention_is_a_number_too()
    {
        var chart = TrendLook.Attention(Trend((4, 0), (4, 2), (4, 0)));
        Assert.Equal([0.0, 2, 0], chart.Series[0].Points.Select(point => point.Y));
        Assert.Equal("0 hosts 7 days ago, 0 now: Error, Drifted or Stale.", chart.Sentence);
    }

    [Fact]
    public void Without_lines_a_trend_claims_nothing_about_times_without_hosts_or_evaluation()
    {
        var compliant = Trend((4, 0), (4, 0));
        Assert.Equal("All hosts were compliant throughout.", TrendLook.Nothing(compliant));
        Assert.Equal("The fleet had no hosts in this time.", TrendLook.Nothing(Trend((0, 0), (0, 0))));
        var gap = new ComplianceGap(End.AddDays(-7), End.AddDays(-1));
        Assert.Equal("All hosts were compliant whenever the server evaluated them.", TrendLook.Nothing(compliant with { Gaps = [gap] }));
        Assert.Equal(
            "The server did not evaluate hosts from 2026-11-20 00:00:00 UTC until 2026-11-26 00:00:00 UTC; the lines keep their last value "
                + "there.",
            TrendLook.Gap(gap, compliant)
        );
        Assert.Equal(
            "The fleet had no hosts at the start, and the server evaluated none until 2026-11-26 00:00:00 UTC.",
            TrendLook.Gap(gap, Trend((0, 0), (4, 0)))
        );
    }

    [Fact]
    public void A_filter_that_no_host_matched_does_not_say_that_the_fleet_had_no_hosts()
    {
        var nothing = Trend((0, 0), (0, 0));
        Assert.Equal("No host matched in this time.", TrendLook.Nothing(nothing, whole: false));
        Assert.Equal(
            "No host matched at the start, and the server evaluated none until 2026-11-26 00:00:00 UTC.",
            TrendLook.Gap(new(End.AddDays(-7), End.AddDays(-1)), nothing, whole: false)
        );
    }

    [Fact]
    public void Hosts_without_a_policy_do_not_raise_a_trend_unseen()
    {
        var trend = Trend((4, 1), (4, 0), (4, 0));
        trend = trend with { Points = [trend.Points[0], .. trend.Points.Skip(1).Select(point => point with { WithoutPolicy = 3 })] };
        Assert.Equal(
            "From 2026-11-20 00:00:00 UTC to 2026-11-27 00:00:00 UTC: 3 of 4 hosts compliant at the start, "
                + "4 of 4 hosts compliant (3 of them without a policy) at the end.",
            TrendLook.Chart(trend, whole: true).Sentence
        );
        Assert.Equal("All hosts were compliant throughout, at most 3 of them without a policy.", TrendLook.Nothing(trend));
    }

    private static ComplianceTrend Trend(params (int Hosts, int Drifted)[] points) =>
        new(
            End.AddDays(-7),
            End,
            [
                .. points.Select(
                    (point, i) =>
                        new ComplianceTrendPoint(
                            End.AddDays(-7 + 3.5 * i),
                            point.Hosts,
                            new Dictionary<Verdict, int>
                            {
                                [Verdict.Compliant] = point.Hosts - point.Drifted,
                                [Verdict.Drifted] = point.Drifted,
                            }
                        )
                ),
            ],
            []
        );
}
