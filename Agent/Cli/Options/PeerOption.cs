using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Net;

namespace IwTune.Agent.Cli.Options;

/// <summary>TCP services that fresh connections may go to.</summary>
internal static class PeerOption
{
    public static Option<DnsEndPoint[]> Option { get; } =
        new("--peer")
        {
            HelpName = "HOST:PORT",
            Description = "Measure a connection to this TCP port; may be given several times",
            CustomParser = result => [.. result.Tokens.Select(token => Parse(token.Value, result)).OfType<DnsEndPoint>()],
        };

    /// <exception cref="UsageException">A name has no address.</exception>
    public static async Task<IReadOnlyList<IPEndPoint>> ResolveAsync(ParseResult parsed, CancellationToken ct)
    {
        var found = new List<IPEndPoint>();
        foreach (var peer in parsed.GetValue(Option) ?? [])
        {
            try
            {
                var addresses = await Dns.GetHostAddressesAsync(peer.Host, ct);
                found.AddRange(addresses.Select(address => new IPEndPoint(address, peer.Port)));
            }
            catch (System.Net.Sockets.SocketException e)
            {
                throw new UsageException($"--peer {peer.Host}:{peer.Port}: the name has no address: {e.Message}. Nothing was done.", e);
            }
        }
        return found;
    }

    private static DnsEndPoint? Parse(string text, ArgumentResult result)
    {
        var colon = text.LastIndexOf(':');
        if (colon > 0 && ushort.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var port) && port > 0)
            return new DnsEndPoint(text[..colon].Trim('[', ']'), port);
        result.AddError($"--peer '{text}': write a name or address and a port, as in www.example.org:443 or [2001:db8::1]:443.");
        return null;
    }
}
