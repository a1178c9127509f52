using System.Net;
using System.Net.Sockets;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Policies;

/// <summary>A <c>prefix</c> as written.</summary>
internal static class PrefixRule
{
    private const string Rule = "must be an IPv4 or IPv6 prefix, as in 10.0.0.0/8 or 2001:db8::/32";

    internal static Scope.Prefix? Read(Node node, string path, Findings findings)
    {
        if (node is Node.Refused)
            return null;
        if (node is not Node.Scalar scalar)
            return Refuse(Rule);
        var slash = scalar.Value.IndexOf('/', StringComparison.Ordinal);
        if (Address(slash < 0 ? scalar.Value : scalar.Value[..slash]) is not { } address)
            return Refuse(Rule);
        var bits = address.AddressFamily == AddressFamily.InterNetwork ? 32 : 128;
        if (slash < 0)
            return Refuse($"has no length; for this one address write {address}/{bits}");
        if (Text.Number(scalar.Value[(slash + 1)..]) is not { } length || length > bits)
            return Refuse($"the length after the slash must be 0 to {bits}");
        var network = Network(address, length);
        if (!network.Equals(address))
            return Refuse($"has bits set beyond /{length}; write {(length == 0 ? "`default`" : $"{network}/{length}")}");
        if (length == 0)
            return Refuse("this is the default route; write `- default` instead, which covers IPv4 and IPv6");
        return new(new IPNetwork(network, length));

        Scope.Prefix? Refuse(string rule)
        {
            findings.Problem(path, node, rule);
            return null;
        }
    }

    // IPAddress.TryParse also takes 10.1, 0x0a000001, octal and scoped forms, which no policy author means.
    private static IPAddress? Address(string text)
    {
        if (
            text.Contains('%', StringComparison.Ordinal)
            || text.Contains('[', StringComparison.Ordinal)
            || !IPAddress.TryParse(text, out var address)
        )
            return null;
        if (address.AddressFamily == AddressFamily.InterNetwork)
            return address.ToString() == text ? address : null;
        return address.IsIPv4MappedToIPv6 ? null : address;
    }

    private static IPAddress Network(IPAddress address, int length)
    {
        var bytes = address.GetAddressBytes();
        for (var i = 0; i < bytes.Length; i++)
        {
            var kept = Math.Clamp(length - i * 8, 0, 8);
            bytes[i] &= (byte)(0xff << (8 - kept));
        }
        return new(bytes);
    }
}
