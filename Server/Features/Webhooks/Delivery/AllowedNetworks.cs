using System.Net;
using System.Net.Sockets;

namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>
/// Addresses that a webhook may reach: the public internet, and networks that the server's administrator allowed. A person who may add
/// webhooks must not reach through them what only the server can reach (server-side request forgery).
/// </summary>
/// <remarks>
/// Addresses that are not public: the special-purpose registries of IANA (RFC 6890); an entry that is not globally reachable is refused.
/// </remarks>
public sealed class AllowedNetworks(IReadOnlyList<IPNetwork> allowed)
{
    private const int Nat64Prefix = 12,
        SixToFourAt = 2,
        Ipv4Bytes = 4;

    private static readonly IPNetwork[] Special =
    [
        .. new[]
        {
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            "::/96",
            "64:ff9b:1::/48",
            "100::/64",
            "2001::/23",
            "2001:db8::/32",
            "3fff::/20",
            "5f00::/16",
            "fc00::/7",
            "fe80::/9",
            "ff00::/8",
        }.Select(text => IPNetwork.Parse(text)),
    ];

    private static readonly IPNetwork Nat64 = IPNetwork.Parse("64:ff9b::/96"),
        SixToFour = IPNetwork.Parse("2002::/16");

    /// <summary>True when this machine itself may receive events, also without TLS.</summary>
    public bool Loopback { get; } =
        allowed.Any(network => network.Contains(IPAddress.Loopback) || network.Contains(IPAddress.IPv6Loopback));

    /// <returns>Why it may not be reached; <see langword="null"/> when it may.</returns>
    public string? Refusal(IPAddress address)
    {
        var real = Unwrap(address);
        if (allowed.Any(network => network.Contains(real) || network.Contains(address)))
            return null;
        return Special.Any(network => network.Contains(real))
            ? $"{address} is not a public address; the server's option --webhook-network allows your own networks"
            : null;
    }

    /// <summary>The IPv4 address inside an IPv6 one, however it is embedded: a translator or a tunnel would go there.</summary>
    private static IPAddress Unwrap(IPAddress address)
    {
        if (address.AddressFamily != AddressFamily.InterNetworkV6)
            return address;
        if (address.IsIPv4MappedToIPv6)
            return address.MapToIPv4();
        var bytes = address.GetAddressBytes();
        if (Nat64.Contains(address))
            return new(bytes.AsSpan(Nat64Prefix, Ipv4Bytes));
        return SixToFour.Contains(address) ? new(bytes.AsSpan(SixToFourAt, Ipv4Bytes)) : address;
    }
}
