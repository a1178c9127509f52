using IwTune.Agent.Engine.Passive;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Passive;

public sealed class NewConnectionsTests
{
    private readonly TestClock _clock = new();
    private readonly FakeFeed _feed = new();
    private readonly NewConnections _new;

    public NewConnectionsTests() => _new = new NewConnections(_feed, TimeSpan.FromSeconds(5), _clock);

    [Fact]
    public void What_was_there_before_is_no_news()
    {
        var old = _feed.Make();
        _feed.Open.Add(old);
        _feed.Ended.Add(_feed.Make());
        Assert.Empty(_new.Next());
        _feed.Open[0] = FakeFeed.Sent(old, 500_000);
        Assert.Empty(_new.Next());
        _feed.Open.Clear();
        _feed.Ended.Add(old);
        Assert.Empty(_new.Next());
        Assert.Empty(_new.Rest());
    }

    [Fact]
    public void A_connection_that_is_seen_fresh_tells_its_window_when_it_ends()
    {
        _new.Next();
        var connection = _feed.Make(cwnd: 33);
        _feed.Open.Add(connection);
        Assert.Empty(_new.Next());
        _feed.Open.Clear();
        _feed.Ended.Add(FakeFeed.Sent(connection with { Cwnd = 50 }, 20_000, again: 1));
        var seen = Assert.Single(_new.Next());
        Assert.Equal((33, true, TermName.Data, true), (seen.Fresh!.Cwnd, seen.Closed, seen.Flight.Binding, seen.Flight.Lost));
        Assert.Empty(_new.Next());
    }

    [Fact]
    public void One_between_two_passes_is_known_by_its_end_and_has_its_routes_window()
    {
        _new.Next();
        _feed.Windows[1] = 20;
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(cwnd: 55), 20_000));
        var seen = Assert.Single(_new.Next());
        Assert.Equal((null, 20, "target 1", TermName.Data), (seen.Fresh, seen.Flight.Segments, seen.Target!.Id, seen.Flight.Binding));
    }

    [Fact]
    public void More_than_one_window_ends_the_first_flight()
    {
        _new.Next();
        _feed.Windows[1] = 20;
        var connection = _feed.Make(cwnd: 20);
        _feed.Open.Add(connection);
        Assert.Empty(_new.Next());
        _feed.Open[0] = FakeFeed.Sent(connection, 20_000);
        Assert.Empty(_new.Next());
        _feed.Open[0] = FakeFeed.Sent(connection, 20_001, again: 2);
        var seen = Assert.Single(_new.Next());
        Assert.Equal((false, TermName.InitCwnd, null), (seen.Closed, seen.Flight.Binding, seen.Flight.Lost));
        _feed.Open.Clear();
        _feed.Ended.Add(seen.Last);
        Assert.Empty(_new.Next());
    }

    [Fact]
    public void One_that_sends_little_is_told_after_a_while()
    {
        _new.Next();
        _feed.Open.Add(_feed.Make());
        Assert.Empty(_new.Next());
        _clock.Advance(TimeSpan.FromSeconds(5));
        Assert.Equal((false, ""), Assert.Single(_new.Next()) is var seen ? (seen.Closed, seen.Flight.Binding) : default);
        Assert.Empty(_new.Next());
    }

    [Fact]
    public void The_end_of_a_watch_tells_those_that_are_still_open()
    {
        _new.Next();
        _feed.Open.Add(_feed.Make());
        _new.Next();
        Assert.False(Assert.Single(_new.Rest()).Closed);
    }

    [Fact]
    public void An_end_that_nobody_tells_of_is_noticed_and_one_that_is_told_late_counts_once()
    {
        _new.Next();
        var (silent, late) = (_feed.Make(), _feed.Make());
        _feed.Open.AddRange([silent, late]);
        _new.Next();
        _feed.Open.Clear();
        Assert.Empty(_new.Next());
        _feed.Ended.Add(late);
        Assert.Equal(late.Id, Assert.Single(_new.Next()).Last.Id);
        var rest = Enumerable.Range(0, 5).SelectMany(_ => _new.Next()).ToList();
        Assert.Equal(silent.Id, Assert.Single(rest).Last.Id);
    }

    [Theory]
    [InlineData(40, 65_160, false, false, 100_000, TermName.InitCwnd)]
    [InlineData(100, 65_160, false, false, 200_000, TermName.PeerWindow)]
    [InlineData(100, 65_160, false, false, 65_000, TermName.Data)]
    [InlineData(40, 65_160, false, true, 100_000, TermName.SendBuffer)]
    public void The_binding_term_is_the_least_of_what_was_seen(
        int cwnd,
        int peer,
        bool heldByPeer,
        bool heldByBuffer,
        int sent,
        string binding
    )
    {
        _new.Next();
        _feed.Windows[1] = cwnd;
        var connection = _feed.Make(cwnd: cwnd) with { PeerWindow = peer, SendBufferSegments = 8 };
        _feed.Open.Add(connection);
        _new.Next();
        _feed.Open.Clear();
        _feed.Ended.Add(FakeFeed.Sent(connection, sent) with { HeldByPeer = heldByPeer, HeldBySendBuffer = heldByBuffer });
        Assert.Equal(binding, Assert.Single(_new.Next()).Flight.Binding);
    }

    [Fact]
    public void Lost_ends_are_remembered()
    {
        Assert.False(_new.Lost);
        _feed.Lost = true;
        _new.Next();
        _feed.Lost = false;
        _new.Next();
        Assert.True(_new.Lost);
    }
}
