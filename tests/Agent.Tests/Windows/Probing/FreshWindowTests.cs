using System.Net;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Windows.Probing;

namespace IwTune.Agent.Tests.Windows.Probing;

public sealed class FreshWindowTests
{
    internal static readonly IPEndPoint Here = new(IPAddress.Parse("192.0.2.10"), 50_000);
    internal static readonly IPEndPoint There = new(IPAddress.Parse("198.51.100.7"), 7443);

    [Fact]
    public void A_whole_number_of_segments_is_the_window() =>
        Prop.ForAll(
                Gen.Zip(Gen.Choose(1, 64), Gen.Choose(536, 8960)).ToArbitrary(),
                ((int Segments, int Mss) path) =>
                    FreshWindow.Of(Fresh(path.Segments, path.Mss), null) is { Conclusive: true } window && window.Segments == path.Segments
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Nothing_else_ever_is() =>
        Prop.ForAll(
                Gen.Zip(Gen.Choose(1, 600_000), Gen.Choose(536, 8960)).ToArbitrary(),
                ((int Bytes, int Mss) path) =>
                {
                    var window = FreshWindow.Of(Fresh(1, path.Mss) with { CwndBytes = (uint)path.Bytes }, null);
                    return window.Conclusive == (path.Bytes % path.Mss == 0 || path.Bytes % (path.Mss + 12) == 0)
                        && window.Conclusive == (window.Note.Length == 0);
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_window_may_be_counted_before_the_timestamps_are_taken_off() =>
        Assert.Equal(new FreshWindow(true, 10, ""), FreshWindow.Of(Fresh(1, 1448) with { CwndBytes = 14_600 }, null));

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::1")]
    [InlineData("192.0.2.10")]
    public void This_host_itself_proves_nothing(string peer)
    {
        var window = FreshWindow.Of(Fresh(10, 65_483) with { Remote = new IPEndPoint(IPAddress.Parse(peer), 80) }, null);
        Assert.False(window.Conclusive);
        Assert.Contains("is on this host", window.Note, StringComparison.Ordinal);
    }

    [Fact]
    public void A_lost_SYN_proves_nothing() =>
        Assert.Contains(
            "A SYN to 198.51.100.7:7443 was lost (2 retransmitted)",
            Note(Fresh(1, 1460) with { SynsSentAgain = 2 }),
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData(1000, null, true)]
    [InlineData(999, null, false)]
    [InlineData(1000, 3000, false)]
    [InlineData(3000, 3000, true)]
    [InlineData(300, 300, true)]
    public void A_connection_that_took_as_long_as_a_lost_SYN_proves_nothing_where_SYNs_are_not_counted(int took, int? initialRto, bool lost)
    {
        var rto = initialRto is { } milliseconds ? TimeSpan.FromMilliseconds(milliseconds) : (TimeSpan?)null;
        var seen = Fresh(1, 1460) with { SynsSentAgain = null, Took = TimeSpan.FromMilliseconds(took) };
        Assert.Equal(!lost, FreshWindow.Of(seen, rto).Conclusive);
        Assert.Equal(lost, FreshWindow.Of(seen, rto).Note.Contains("a SYN was probably lost", StringComparison.Ordinal));
        // Where they are counted, a slow handshake is a slow path.
        Assert.True(FreshWindow.Of(seen with { SynsSentAgain = 0 }, rto).Conclusive);
    }

    [Fact]
    public void A_used_connection_proves_nothing() =>
        Assert.Contains("is not the initial one", Note(Fresh(20, 1460) with { Used = true }), StringComparison.Ordinal);

    [Theory]
    [InlineData(0, 14_600)]
    [InlineData(1460, 0)]
    public void What_the_system_does_not_tell_proves_nothing(uint mss, uint cwnd) =>
        Assert.NotEmpty(Note(Fresh(1, 1460) with { Mss = mss, CwndBytes = cwnd }));

    internal static FreshConnection Fresh(int segments, int mss) =>
        new()
        {
            Method = "SIO_TCP_INFO",
            Local = Here,
            Remote = There,
            CwndBytes = (uint)(segments * mss),
            Mss = (uint)mss,
            PeerWindowBytes = 65_535,
            RttMicroseconds = 23_000,
            SynsSentAgain = 0,
        };

    private static string Note(FreshConnection seen)
    {
        var window = FreshWindow.Of(seen, null);
        Assert.False(window.Conclusive);
        return window.Note;
    }
}
