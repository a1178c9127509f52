using System.Text.Json;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Wire;

public sealed class TrafficSumTests
{
    [Fact]
    public void Order_and_grouping_do_not_matter() =>
        Prop.ForAll(
                TrafficSamples.Profiles.Three().ToArbitrary(),
                given =>
                {
                    var (one, two, three) = given;
                    var left = Text(TrafficSum.Of(TrafficSum.Of(one, two), three));
                    return left == Text(TrafficSum.Of(one, TrafficSum.Of(two, three)))
                        && left == Text(TrafficSum.Of(TrafficSum.Of(three, one), two));
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void With_nothing_it_stays_what_it_is() =>
        Prop.ForAll(TrafficSamples.Profiles.ToArbitrary(), given => Text(TrafficSum.Of(given, new TrafficProfile())) == Text(given))
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Nothing_is_lost_and_every_distribution_can_be_read_again() =>
        Prop.ForAll(
                TrafficSamples.Profiles.Two().ToArbitrary(),
                given =>
                {
                    var (one, two) = given;
                    var sum = TrafficSum.Of(one, two);
                    return Histogram.Of(sum.Bytes)!.Count == one.Bytes.Values.Sum() + two.Bytes.Values.Sum()
                        && Histogram.Of(sum.MinRtt)!.Count == one.MinRtt.Values.Sum() + two.MinRtt.Values.Sum()
                        && sum.Cells.Sum(cell => cell.Connections) == one.Cells.Concat(two.Cells).Sum(cell => cell.Connections)
                        && sum.Connections == one.Connections + two.Connections;
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_profile_survives_the_wire() =>
        Prop.ForAll(
                TrafficSamples.Profiles.ToArbitrary(),
                given =>
                {
                    var line = new ReportLine
                    {
                        Number = 1,
                        At = DateTimeOffset.UnixEpoch,
                        Evidence = Told(given),
                    };
                    var json = JsonSerializer.SerializeToUtf8Bytes(line, WireJson.Default.ReportLine);
                    var again = JsonSerializer.Deserialize(json, WireJson.Default.ReportLine)!.Evidence!.Passive!.Profile!;
                    return Text(again) == Text(given);
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void The_most_frequent_segment_size_of_all_is_told_not_that_of_the_larger_part()
    {
        var sum = TrafficSum.Of(TrafficSum.Of(With(1460, 40), With(1448, 30)), With(1448, 30));
        Assert.Equal(1448, sum.Mss);
        Assert.Equal(1448, TrafficSum.Of(With(1460, 5), With(1448, 5)).Mss);
    }

    [Fact]
    public void A_segment_size_that_is_told_alone_counts_for_all_its_connections() =>
        Assert.Equal(1400, TrafficSum.Of(new TrafficProfile { Connections = 9, Mss = 1400 }, With(1448, 8)).Mss);

    [Fact]
    public void Sums_stay_in_range()
    {
        var most = new TrafficProfile
        {
            Connections = 1L << 40,
            Bytes = new Dictionary<int, long> { [3] = 1L << 40 },
        };
        var sum = TrafficSum.Of(most, most);
        Assert.Equal(1L << 40, sum.Connections);
        Assert.NotNull(Histogram.Of(sum.Bytes));
    }

    private static TrafficProfile With(int mss, long connections) =>
        new()
        {
            Connections = connections,
            Mss = mss,
            SegmentSizes = new Dictionary<int, long> { [mss] = connections },
        };

    private static Evidence Told(TrafficProfile profile) =>
        new()
        {
            TargetId = "ipv4 main default",
            Method = EvidenceMethod.Passive,
            Conclusive = true,
            At = DateTimeOffset.UnixEpoch,
            Passive = new PassiveFacts { Since = DateTimeOffset.UnixEpoch, Profile = profile },
        };

    /// <summary>Slots in ascending order: their original order has no meaning.</summary>
    private static string Text(TrafficProfile profile) =>
        JsonSerializer.Serialize(
            Told(
                profile with
                {
                    Bytes = Sorted(profile.Bytes),
                    MinRtt = Sorted(profile.MinRtt),
                    QueueDelay = Sorted(profile.QueueDelay),
                    DeliveryRate = Sorted(profile.DeliveryRate),
                    PeerWindow = Sorted(profile.PeerWindow),
                    Concurrency = Sorted(profile.Concurrency),
                    SegmentSizes = Sorted(profile.SegmentSizes),
                    CongestionControls = new SortedDictionary<string, long>(
                        profile.CongestionControls.ToDictionary(),
                        StringComparer.Ordinal
                    ),
                }
            ),
            WireJson.Default.Evidence
        );

    private static SortedDictionary<int, long> Sorted(IReadOnlyDictionary<int, long> counts) => new(counts.ToDictionary());
}
