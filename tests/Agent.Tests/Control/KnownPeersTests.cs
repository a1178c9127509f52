using System.Net;
using IwTune.Agent.Control;
using IwTune.Agent.Engine.Settings;

namespace IwTune.Agent.Tests.Control;

public sealed class KnownPeersTests
{
    private readonly KnownPeers _peers = new();

    [Fact]
    public async Task The_server_and_the_named_destinations_are_peers_each_once()
    {
        await _peers.ResolveAsync(new Uri("https://127.0.0.1:7443"), default);
        await _peers.ResolveAsync([new RttDestination("127.0.0.1", 7443), new RttDestination("192.0.2.7", 443)], default);
        Assert.Equal([IPEndPoint.Parse("127.0.0.1:7443"), IPEndPoint.Parse("192.0.2.7:443")], _peers.Peers);
        _peers.Clear();
        Assert.Equal([IPEndPoint.Parse("127.0.0.1:7443"), IPEndPoint.Parse("192.0.2.7:443")], _peers.Peers);
        await _peers.ResolveAsync([], default);
        Assert.Empty(_peers.Peers);
    }

    [Fact]
    public async Task A_name_that_does_not_resolve_is_left_out()
    {
        await _peers.ResolveAsync([new RttDestination("no-such-name.invalid", 443), new RttDestination("192.0.2.7", 443)], default);
        Assert.Equal([IPEndPoint.Parse("192.0.2.7:443")], _peers.Peers);
    }
}
