using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>
/// Numbers the peers of an experiment without storing an address: each of the 4,096 buckets holds about a million IPv4 addresses, and the
/// seed of the experiment decides which. Addresses of one IPv6 /64 belong to one peer.
/// </summary>
public static class PeerBucket
{
    /// <summary>How many.</summary>
    public const int Count = 4096;

    /// <summary>The bucket of an address, from 0.</summary>
    /// <param name="address">Of the peer.</param>
    /// <param name="seed">Of the experiment.</param>
    public static int Of(IPAddress address, ulong seed)
    {
        Span<byte> bytes = stackalloc byte[16];
        bytes.Clear();
        var known = address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
        known.TryWriteBytes(bytes, out _);
        var number = BinaryPrimitives.ReadUInt64BigEndian(bytes);
        var family = known.AddressFamily == AddressFamily.InterNetworkV6 ? 0x9E3779B97F4A7C15 : 0;
        // Two rounds: the seed and the address enter one after the other, so that no seed is another one's order of the buckets.
        return new SeededRandom(new SeededRandom(seed).Next() ^ number ^ family).Below(Count);
    }
}
