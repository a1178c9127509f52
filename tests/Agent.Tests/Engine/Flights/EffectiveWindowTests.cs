using IwTune.Agent.Engine.Flights;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Flights;

/// <summary>The smallest term decides and is named; a term that does not bind is reported without a number.</summary>
public sealed class EffectiveWindowTests
{
    private static readonly FlightFacts Plain = new()
    {
        Cwnd = 10,
        Mss = 1448,
        PeerWindow = 65160,
        SendBufferSegments = 20,
    };

    [Theory]
    [InlineData(10, 65160L, 20, 14480, 10, TermName.InitCwnd, BindingTerm.InitCwnd)]
    [InlineData(100, 65160L, 200, 65160, 45, TermName.PeerWindow, BindingTerm.PeerWindow)]
    [InlineData(100, 65160L, 8, 11584, 8, TermName.SendBuffer, BindingTerm.SendBuffer)]
    [InlineData(100, 512L, 8, 512, 0, TermName.PeerWindow, BindingTerm.PeerWindow)]
    [InlineData(100, null, null, 144800, 100, TermName.InitCwnd, BindingTerm.InitCwnd)]
    [InlineData(20, 65160L, 20, 28960, 20, TermName.InitCwnd, BindingTerm.InitCwnd)]
    public void The_smallest_term_binds(int cwnd, long? peer, int? buffer, long bytes, int segments, string name, BindingTerm word)
    {
        var window = EffectiveWindow.Of(Plain with { Cwnd = cwnd, RouteCwnd = cwnd, PeerWindow = peer, SendBufferSegments = buffer });
        Assert.Equal(
            (bytes, segments, word, name),
            (window.Bytes, window.Segments, window.Binding, Assert.Single(window.Terms, term => term.Binds).Name)
        );
    }

    [Fact]
    public void Without_a_route_window_the_kernel_gives_ten() =>
        Assert.Equal("the kernel's default", EffectiveWindow.Of(Plain).Terms[0].Note);

    [Fact]
    public void A_window_is_segments_and_the_mss_makes_it_bytes() =>
        Assert.Equal(
            (14480L, 89480L),
            (
                EffectiveWindow.Of(Plain with { PeerWindow = null, SendBufferSegments = null }).Bytes,
                EffectiveWindow.Of(Plain with { Mss = 8948, PeerWindow = null, SendBufferSegments = null }).Bytes
            )
        );

    [Theory]
    [InlineData(7, 7, null, 0, "", TermName.RouteLock)]
    [InlineData(7, null, 7, 0, "", TermName.PeerMetrics)]
    [InlineData(1, null, null, 2, "", TermName.SynLost)]
    [InlineData(77, null, null, 0, "the sock_ops BPF program 42 may set another", TermName.Bpf)]
    [InlineData(77, null, null, 0, "", TermName.Unexplained)]
    [InlineData(7, null, 9, 0, "", TermName.Unexplained)]
    public void Another_window_than_the_routes_is_explained_as_far_as_it_can_be(
        int got,
        int? locked,
        int? remembered,
        int syns,
        string program,
        string name
    )
    {
        var window = EffectiveWindow.Of(
            Plain with
            {
                Cwnd = got,
                RouteCwnd = 40,
                RouteLock = locked,
                Remembered = remembered,
                SynsSentAgain = syns,
                Program = program,
                SendBufferSegments = 500,
                PeerWindow = 1 << 20,
            }
        );
        Assert.Equal(
            [(TermName.InitCwnd, 40, false), (name, got, true)],
            window.Terms.Take(2).Select(term => (term.Name, term.Segments!.Value, term.Binds))
        );
        Assert.Equal(got, window.Segments);
    }

    [Fact]
    public void A_lock_that_has_not_bitten_yet_is_said_to_come()
    {
        var window = EffectiveWindow.Of(Plain with { Cwnd = 40, RouteCwnd = 40, RouteLock = 7 });
        var told = Assert.Single(window.Terms, term => term.Name == TermName.RouteLock);
        Assert.Equal((null, null, false), (told.Segments, told.Bytes, told.Binds));
        Assert.Contains("clamps the next connections", told.Note, StringComparison.Ordinal);
    }

    [Fact]
    public void What_bounds_nothing_has_no_number()
    {
        var window = EffectiveWindow.Of(
            Plain with
            {
                Pacing = "bbr spreads the flight",
                Receive = new AnnouncedWindow(ReceiveEffect.None, 44, 64512, 64512, "no effect"),
                Program = "a program",
            }
        );
        Assert.All(
            window.Terms.Where(term => term.Name is TermName.Pacing or TermName.InitRwnd or TermName.Bpf),
            term => Assert.Equal((null, null, false), (term.Segments, term.Bytes, term.Binds))
        );
        Assert.Equal(6, window.Terms.Count);
    }
}
