using IwTune.Agent.Linux.Effective;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Tests.Linux.Effective;

public sealed class PacingTests
{
    [Theory]
    [InlineData("cubic", 1_250_000UL, false, "")]
    [InlineData("bbr", 1_250_000UL, false, "bbr spreads the flight over the round trip, at 10 Mbit/s at first")]
    [InlineData("bbr2", ulong.MaxValue, false, "bbr2 spreads the flight over the round trip")]
    [InlineData("cubic", 0UL, true, "the queueing discipline fq spreads the flight over the round trip")]
    public void Bbr_and_fq_pace_and_nothing_else_does(string congestion, ulong rate, bool fairQueue, string told) =>
        Assert.Equal(told, SocketPacing.Of(congestion, rate, fairQueue));

    [Fact]
    public void The_queueing_discipline_of_an_interface_is_read()
    {
        using var zoo = new RouteZoo();
        zoo.Host.Exec("tc", "qdisc", "replace", "dev", "v0", "root", "pfifo", "limit", "100");
        var kinds = zoo.Host.Run(() =>
        {
            using var netlink = NetlinkSocket.Open();
            var index = netlink
                .Dump("links", LinkMessage.DumpRequest())
                .Select(link => LinkMessage.Read(link.Body.Span))
                .Single(link => link.Name == "v0")
                .Index;
            Assert.False(SocketPacing.IsFairQueue(netlink, index));
            return netlink
                .Dump("qdiscs", QdiscMessage.DumpRequest())
                .Select(one => QdiscMessage.Read(one.Body.Span))
                .Where(one => one.Interface == index)
                .Select(one => one.Kind)
                .ToList();
        });
        Assert.Equal(["pfifo"], kinds);
    }
}
