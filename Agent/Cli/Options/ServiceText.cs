using System.Globalization;
using System.Net;

namespace IwTune.Agent.Cli.Options;

/// <summary>A remote host as people write it: <c>www.example.org</c>, <c>192.0.2.1:8080</c>, <c>[2001:db8::1]:443</c>.</summary>
internal static class ServiceText
{
    /// <returns>Port 0 when none was written; <see langword="null"/> when it is no host.</returns>
    public static DnsEndPoint? Read(string text)
    {
        // An address in brackets may have a port, which TryParse would drop.
        if (!text.StartsWith('[') && text.Contains(':', StringComparison.Ordinal) && IPAddress.TryParse(text, out var whole))
            return new DnsEndPoint(whole.ToString(), 0);
        var colon = text.LastIndexOf(':') is var last && text.EndsWith(']') ? -1 : last;
        var host = (colon < 0 ? text : text[..colon]).Trim('[', ']');
        var port = (ushort)0;
        return
            Uri.CheckHostName(host) is UriHostNameType.Dns or UriHostNameType.IPv4 or UriHostNameType.IPv6
            && host.All(char.IsAscii)
            && (
                colon < 0
                || (ushort.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out port) && port > 0)
            )
            ? new DnsEndPoint(host, port)
            : null;
    }

    /// <summary>What to write instead.</summary>
    public static string Objection(string text) =>
        $"'{text}' is not a host: write a name or an address, and a port if need be, as in www.example.org:443 or [2001:db8::1]:443.";
}
