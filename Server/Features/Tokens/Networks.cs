using System.Net;
using System.Net.Sockets;

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
            .Select(text => (Text: text, Wrong: Problem(text)))
            .Where(one => one.Wrong is not null)
            .Select(one => $"networks: {one.Wrong}");
    }

    /// <summary>What is wrong with the text of a network; null when nothing is.</summary>
    public static string? Problem(string? text)
    {
        if (text is null || !IPNetwork.TryParse(text, out var network) || Written(text) is not { } address)
            return $"'{text}' is not a network such as 10.0.0.0/8 or 2001:db8::/32";
        // .NET drops these bits silently, and a typing error in the length would permit far more than was meant.
        return address.Equals(network.BaseAddress)
            ? null
            : $"'{text}' has bits set beyond /{network.PrefixLength}; write {network}, or {address}/{Bits(address)} for this one address";
    }

    public static bool Hold(IReadOnlyList<string> networks, IPAddress? address)
    {
        var plain = address is { IsIPv4MappedToIPv6: true } ? address.MapToIPv4() : address;
        return plain is not null && networks.Any(text => IPNetwork.Parse(text).Contains(plain));
    }

    /// <summary>The address before the length. .NET also reads 10, 0x0a000001 and octal 010.0.0.1 as one.</summary>
    private static IPAddress? Written(string text)
    {
        var address = IPAddress.Parse(text[..text.IndexOf('/', StringComparison.Ordinal)]);
        var isPlain = address.AddressFamily != AddressFamily.InterNetwork || text.StartsWith($"{address}/", StringComparison.Ordinal);
        return isPlain ? address : null;
    }

    private static int Bits(IPAddress address) => address.AddressFamily == AddressFamily.InterNetwork ? 32 : 128;
}
