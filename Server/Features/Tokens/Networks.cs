using System.Net;

namespace IwTune.Server.Features.Tokens;

/// <summary>Networks in CIDR notation (RFC 4632 §3.1, RFC 4291 §2.3).</summary>
internal static class Networks
{
    public const int Most = 32;

    /// <summary>Everything that is wrong, a sentence each.</summary>
    public static IEnumerable<string> Problems(IReadOnlyList<string>? networks)
    {
        if (networks is null)
            return ["networks: may not be null"];
        if (networks.Count > Most)
            return [$"networks: {networks.Count} are too many; at most {Most}"];
        return networks
            .Where(text => text is null || !IPNetwork.TryParse(text, out _))
            .Select(text => $"networks: '{text}' is no network such as 10.0.0.0/8 or 2001:db8::/32 (bits beyond the prefix are 0)");
    }

    public static bool Hold(IReadOnlyList<string> networks, IPAddress? address)
    {
        var plain = address is { IsIPv4MappedToIPv6: true } ? address.MapToIPv4() : address;
        return plain is not null && networks.Any(text => IPNetwork.Parse(text).Contains(plain));
    }
}
