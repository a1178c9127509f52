using System.Net;
using IwTune.Agent.Engine.Experiments;

namespace IwTune.Agent.Tests.Engine.Experiments;

public sealed class PeerBucketTests
{
    [Fact]
    public void Addresses_are_spread_evenly_and_the_seed_decides_where()
    {
        var counts = new int[PeerBucket.Count];
        for (var address = 0; address < 20 * PeerBucket.Count; address++)
            counts[PeerBucket.Of(new IPAddress([10, (byte)(address >> 16), (byte)(address >> 8), (byte)address]), 7)]++;
        Assert.InRange(counts.Min(), 2, 19);
        Assert.InRange(counts.Max(), 21, 50);
        var peers = Enumerable.Range(1, 200).Select(last => IPAddress.Parse($"192.0.2.{last}")).ToList();
        Assert.InRange(peers.Count(peer => PeerBucket.Of(peer, 1) == PeerBucket.Of(peer, 2)), 0, 3);
    }

    [Fact]
    public void The_same_peer_is_always_in_the_same_bucket()
    {
        Assert.Equal(PeerBucket.Of(IPAddress.Parse("192.0.2.1"), 3), PeerBucket.Of(IPAddress.Parse("::ffff:192.0.2.1"), 3));
        Assert.Equal(PeerBucket.Of(IPAddress.Parse("2001:db8::1"), 3), PeerBucket.Of(IPAddress.Parse("2001:db8::ffff:2"), 3));
        Assert.NotEqual(PeerBucket.Of(IPAddress.Parse("2001:db8::1"), 3), PeerBucket.Of(IPAddress.Parse("2001:db8:0:1::1"), 3));
    }
}
