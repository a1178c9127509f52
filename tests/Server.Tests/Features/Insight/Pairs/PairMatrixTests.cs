using IwTune.Server.Features.Insight.Pairs;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Insight.Pairs;

public sealed class PairMatrixTests
{
    private static readonly Place Sydney = new(-33.87, 151.21),
        NewYork = new(40.71, -74.01);

    [Fact]
    public void The_smaller_of_what_one_sends_and_the_other_announces_is_the_first_flight()
    {
        var pairs = PairMatrix.Of("site", [Host("a", 32, 64512), Host("b", 10, 14848)]);
        Assert.Equal((32, BindingTerm.InitCwnd), Of(pairs, "a", "a"));
        Assert.Equal((10, BindingTerm.PeerWindow), Of(pairs, "a", "b"));
        Assert.Equal((10, BindingTerm.InitCwnd), Of(pairs, "b", "a"));
        Assert.Equal((10, BindingTerm.InitCwnd), Of(pairs, "b", "b"));
    }

    [Fact]
    public void Hosts_of_a_group_that_differ_make_a_range()
    {
        var pair = Assert.Single(PairMatrix.Of("site", [Host("a", 4, 64512), Host("a", 60, 4096)]).Pairs);
        Assert.Equal((2, 44, BindingTerm.PeerWindow), (pair.Least, pair.Most, pair.Binding));
    }

    [Fact]
    public void What_is_not_reported_is_neither_guessed_nor_counted()
    {
        var pairs = PairMatrix.Of(
            "site",
            [Host("linux", 10, 64512), Host("windows", 10, null), Host("silent", null, null), Host(null, 10, 64512)]
        );
        Assert.Equal(["linux>linux", "windows>linux"], pairs.Pairs.Select(pair => $"{pair.From}>{pair.To}").Order());
        Assert.Equal((1, 0), (pairs.Unlabelled, pairs.GroupsLeft));
        Assert.Equal(1, pairs.Groups.Single(group => group.Name == "windows").ReceiveUnknown);
    }

    [Fact]
    public void Light_needs_as_long_as_it_needs()
    {
        var pair = PairMatrix
            .Of("site", [Host("syd", 10, 64512, Sydney), Host("nyc", 10, 64512, NewYork)])
            .Pairs.Single(pair => pair is { From: "syd", To: "nyc" });
        // One source gives 15,988 km, which is 106.66 ms; the great circle between these two points is within 20 km of that.
        Assert.InRange(Sydney.KilometresTo(NewYork), 15_968, 16_008);
        Assert.InRange(pair.FloorMicroseconds!.Value, 106_500, 106_800);
        Assert.Equal(0, Sydney.KilometresTo(Sydney));
    }

    [Theory]
    [InlineData("91", "0")]
    [InlineData("0", "181")]
    [InlineData("north", "0")]
    [InlineData("", "")]
    public void Labels_that_are_no_degrees_are_no_place(string latitude, string longitude) =>
        Assert.Null(Place.Of(new Dictionary<string, string>(StringComparer.Ordinal) { ["lat"] = latitude, ["lon"] = longitude }));

    [Fact]
    public void A_fleet_with_many_groups_shows_the_largest_ones()
    {
        var hosts = Enumerable.Range(0, 25).SelectMany(group => Enumerable.Repeat(Host($"g{group:00}", 10, 64512), group + 1)).ToList();
        var pairs = PairMatrix.Of("site", hosts);
        Assert.Equal((20, 5, "g05"), (pairs.Groups.Count, pairs.GroupsLeft, pairs.Groups[0].Name));
    }

    private static PairHost Host(string? group, int? cwnd, long? receive, Place? place = null) => new(group, cwnd, receive, place);

    private static (int, BindingTerm) Of(FleetPairs pairs, string from, string to)
    {
        var pair = pairs.Pairs.Single(pair => pair.From == from && pair.To == to);
        return (pair.Most, pair.Binding);
    }
}
