using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Tests.Linux.Netlink;

/// <summary>What a real kernel answers.</summary>
public sealed class NetlinkSocketTests : IDisposable
{
    private readonly RouteZoo _zoo = new();

    [Fact]
    public void The_error_of_a_dump_is_found_in_the_message_that_ends_it()
    {
        var failure = Assert.Throws<NetlinkException>(() =>
            Ask(netlink => netlink.Dump("reading table 4242", RouteRequests.Dump(RouteNumbers.Inet, 4242)))
        );
        Assert.Equal(LibC.ENOENT, failure.Error?.Errno);
        Assert.Matches("^reading table 4242: \".*FIB table does not exist\" \\(No such file or directory\\)$", failure.Message);
    }

    [Fact]
    public void The_kernels_own_words_come_with_a_refused_change()
    {
        _zoo.Host.Ip("route add 10.1.0.0/16 via 10.99.0.2");
        var request = Ask(netlink => netlink.Dump("reading", RouteRequests.Dump(RouteNumbers.Inet, RouteNumbers.MainTable)))
            .Select(message => RouteMessage.Read(message.Body))
            .Single(route => route.Key.DestinationLength == 16)
            .ReplaceRequest(new(20, null));
        // The gateway's first byte: 10.99.0.2 becomes 99.99.0.2, which nothing reaches.
        request[Array.LastIndexOf(request, (byte)10, request.Length - 20)] = 99;
        var error = Ask(netlink => netlink.Change("changing", request));
        Assert.NotNull(error);
        Assert.Equal("Nexthop has invalid gateway", error.Text);
    }

    [Fact]
    public void A_filter_is_obeyed()
    {
        _zoo.Host.Ip("route add 10.1.0.0/16 via 10.99.0.2 table 1000");
        var tables = Ask(netlink => netlink.Dump("reading", RouteRequests.Dump(RouteNumbers.Inet, 1000)))
            .Select(message => RouteMessage.Read(message.Body).Key.Table);
        Assert.Equal([1000u], tables);
    }

    [Fact]
    public void A_socket_serves_one_exchange_after_the_other()
    {
        var counts = Ask(netlink =>
            Enumerable.Range(0, 20).Select(_ => netlink.Dump("reading", RouteRequests.Dump(RouteNumbers.Inet6)).Count).ToList()
        );
        Assert.Single(counts.Distinct());
    }

    public void Dispose() => _zoo.Dispose();

    private T Ask<T>(Func<NetlinkSocket, T> ask) =>
        _zoo.Host.Run(() =>
        {
            using var netlink = NetlinkSocket.Open();
            return ask(netlink);
        });
}
