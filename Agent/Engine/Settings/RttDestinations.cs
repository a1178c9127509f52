using System.Globalization;
using System.Net;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Agent.Engine.Settings;

/// <summary>The allow-list of round-trip measurements as written.</summary>
internal static class RttDestinations
{
    /// <summary>This measures a few known places; it is not a scan.</summary>
    private const int Most = 16;

    private const string Form = "write a name or address and a port, as in www.example.org:443 or [2001:db8::1]:443";

    public static IReadOnlyList<RttDestination> Read(Keys? keys, Findings findings)
    {
        if (keys?["destinations"] is not { } node || node is Node.Refused)
            return [];
        var path = keys.PathOf("destinations");
        if (node is not Node.Sequence list)
        {
            findings.Problem(path, node, "must be a list, as in `destinations: [www.example.org:443]`");
            return [];
        }
        if (list.Items.Count > Most)
            findings.Problem(path, node, $"has {list.Items.Count} destinations; at most {Most} are measured");
        var read = new List<RttDestination>();
        for (var i = 0; i < list.Items.Count; i++)
        {
            var item = list.Items[i];
            if ((item as Node.Scalar is { } scalar ? Parse(scalar.Value) : null) is not { } destination)
                findings.Problem($"{path}[{i}]", item, Form);
            else if (read.Contains(destination))
                findings.Problem($"{path}[{i}]", item, "is listed twice; keep one");
            else
                read.Add(destination);
        }
        return read;
    }

    private static RttDestination? Parse(string text)
    {
        var colon = text.LastIndexOf(':');
        if (
            colon < 1
            || !ushort.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            || port == 0
        )
            return null;
        var host = text[..colon];
        if (host is ['[', .. var inner, ']'])
            return IPAddress.TryParse(inner, out var address) && address.AddressFamily == System.Net.Sockets.AddressFamily.InterNetworkV6
                ? new(inner, port)
                : null;
        return Uri.CheckHostName(host) is UriHostNameType.Dns or UriHostNameType.IPv4 ? new(host, port) : null;
    }
}
