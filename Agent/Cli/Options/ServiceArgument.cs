using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Net;

namespace IwTune.Agent.Cli.Options;

/// <summary>A remote host, with or without a port.</summary>
internal static class ServiceArgument
{
    /// <summary>A required argument; port 0 when none was written.</summary>
    public static Argument<DnsEndPoint> Create() =>
        new("HOST")
        {
            HelpName = "HOST[:PORT]",
            Description = "A name or an address, as in www.example.org, 192.0.2.1:8080 or [2001:db8::1]:443",
            CustomParser = result => Parse(result.Tokens.Count == 1 ? result.Tokens[0].Value : "", result),
        };

    private static DnsEndPoint? Parse(string text, ArgumentResult result)
    {
        if (IPAddress.TryParse(text, out var whole) && text.Contains(':', StringComparison.Ordinal))
            return new DnsEndPoint(whole.ToString(), 0);
        var colon = text.LastIndexOf(':') is var last && text.EndsWith(']') ? -1 : last;
        var host = (colon < 0 ? text : text[..colon]).Trim('[', ']');
        var port = (ushort)0;
        if (
            Uri.CheckHostName(host) is UriHostNameType.Dns or UriHostNameType.IPv4 or UriHostNameType.IPv6
            && IsAscii(host)
            && (
                colon < 0
                || (ushort.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out port) && port > 0)
            )
        )
            return new DnsEndPoint(host, port);
        var url = text.Contains("://", StringComparison.Ordinal) ? " Not a URL: probe takes --tls for https and --path for the page." : "";
        result.AddError(
            $"'{text}' is not a host: write a name or an address, and a port if need be, as in www.example.org:443 or "
                + $"[2001:db8::1]:443.{url}"
        );
        return null;
    }

    private static bool IsAscii(string host) => host.All(char.IsAscii);
}
