using System.Net;
using System.Net.Sockets;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Model;

/// <summary>Derives the kind of peer from where a window applies.</summary>
public static class PathRoles
{
    /// <summary>Addresses that no route of the Internet leads to (RFC 1918, 6598, 3927, 4193, 4291 §2.5.6, 1122 §3.2.1.3).</summary>
    private static readonly IPNetwork[] Unrouted =
    [
        IPNetwork.Parse("10.0.0.0/8"),
        IPNetwork.Parse("172.16.0.0/12"),
        IPNetwork.Parse("192.168.0.0/16"),
        IPNetwork.Parse("100.64.0.0/10"),
        IPNetwork.Parse("169.254.0.0/16"),
        IPNetwork.Parse("127.0.0.0/8"),
        IPNetwork.Parse("fc00::/7"),
        IPNetwork.Parse("fe80::/10"),
    ];

    /// <summary>
    /// A prefix, an interface or a table was named on purpose, so its author knows where it leads; a prefix of public addresses does not
    /// show that, and the connections of a container lead anywhere.
    /// </summary>
    public static PathRole Of(Scope scope) =>
        scope switch
        {
            Scope.Prefix prefix => Of(prefix.Network),
            Scope.Default or Scope.Containers => PathRole.Internet,
            _ => PathRole.Own,
        };

    /// <summary>By the addresses alone: the Internet unless all of them are private.</summary>
    public static PathRole Of(IPNetwork network)
    {
        foreach (var own in Unrouted)
        {
            if (
                own.BaseAddress.AddressFamily == network.BaseAddress.AddressFamily
                && own.PrefixLength <= network.PrefixLength
                && own.Contains(network.BaseAddress)
            )
                return PathRole.Own;
        }
        return PathRole.Internet;
    }

    /// <summary>By an address.</summary>
    public static PathRole Of(IPAddress address) =>
        Of(new IPNetwork(address, address.AddressFamily == AddressFamily.InterNetwork ? 32 : 128));
}
