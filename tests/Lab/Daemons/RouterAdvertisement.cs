using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace IwTune.Lab;

/// <summary>A hand-made router advertisement (RFC 4861 §4.2), for lifetimes that no daemon announces.</summary>
/// <param name="RouterLifetime">Whole seconds; zero withdraws the router.</param>
public sealed record RouterAdvertisement(TimeSpan RouterLifetime)
{
    private const byte Type = 134;
    private const byte PrefixInformation = 3;
    private const byte OnLinkAndAutonomous = 0xc0;

    /// <summary>A /64 for autoconfiguration; <see langword="null"/> for none.</summary>
    public IPAddress? Prefix { get; init; }

    /// <summary>Valid and preferred lifetime of the prefix, whole seconds.</summary>
    public TimeSpan PrefixLifetime { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Sends it to all nodes of a link.</summary>
    /// <returns>False while the link has no address to send from: a link-local address is tentative at first.</returns>
    public bool TrySend(NetNamespace router, string link) =>
        router.Run(() =>
        {
            try
            {
                using var socket = new Socket(AddressFamily.InterNetworkV6, SocketType.Raw, ProtocolType.IcmpV6);
                // RFC 4861 §6.1.2: with another hop limit it would be ignored.
                socket.SetSocketOption(SocketOptionLevel.IPv6, SocketOptionName.MulticastTimeToLive, 255);
                var index = int.Parse(File.ReadAllText($"/sys/class/net/{link}/ifindex"));
                socket.SendTo(ToBytes(), new IPEndPoint(IPAddress.Parse($"ff02::1%{index}"), 0));
                return true;
            }
            catch (SocketException)
            {
                return false;
            }
        });

    /// <summary>Sends it repeatedly until it has had an effect.</summary>
    public Task SendUntilAsync(NetNamespace router, string link, Func<bool> holds) =>
        Until.TrueAsync(() => holds() || (TrySend(router, link) && holds()), () => $"the advertisement {this} had no effect");

    private byte[] ToBytes()
    {
        var message = new byte[Prefix is null ? 16 : 48];
        (message[0], message[4]) = (Type, 64);
        BinaryPrimitives.WriteUInt16BigEndian(message.AsSpan(6), (ushort)RouterLifetime.TotalSeconds);
        if (Prefix is null)
            return message;
        var option = message.AsSpan(16);
        (option[0], option[1], option[2], option[3]) = (PrefixInformation, 4, 64, OnLinkAndAutonomous);
        BinaryPrimitives.WriteUInt32BigEndian(option[4..], (uint)PrefixLifetime.TotalSeconds);
        BinaryPrimitives.WriteUInt32BigEndian(option[8..], (uint)PrefixLifetime.TotalSeconds);
        Prefix.TryWriteBytes(option[16..], out _);
        return message;
    }
}
