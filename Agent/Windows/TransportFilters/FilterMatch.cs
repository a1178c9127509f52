using System.Globalization;
using System.Net;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>Which connections a filter covers: all of it except the template. Windows keeps one filter for each.</summary>
/// <param name="Protocol"><c>TCP</c> or <c>UDP</c>.</param>
/// <param name="Destination">The destination; <see langword="null"/> for any.</param>
/// <param name="LocalPorts">First and last; <see langword="null"/> for any.</param>
/// <param name="RemotePorts">First and last; <see langword="null"/> for any.</param>
public sealed record FilterMatch(
    string Protocol,
    IPNetwork? Destination,
    (ushort First, ushort Last)? LocalPorts,
    (ushort First, ushort Last)? RemotePorts
)
{
    /// <summary>The connections that a filter covers; all ports count as no ports.</summary>
    public static FilterMatch Of(TransportFilter filter) =>
        new(filter.Protocol.ToUpperInvariant(), filter.Destination, Narrow(filter.LocalPorts), Narrow(filter.RemotePorts));

    /// <summary>The connections that a filter of ours for a destination covers.</summary>
    public static FilterMatch To(IPNetwork destination) => new("TCP", destination, null, null);

    /// <summary>The filter that gives these connections a template.</summary>
    public TransportFilter With(TemplateName setting) =>
        new(setting, Destination)
        {
            Protocol = Protocol,
            LocalPorts = LocalPorts,
            RemotePorts = RemotePorts,
        };

    /// <summary>True for the filter that Windows itself has for everything; its template is the default one.</summary>
    public bool IsEverything => this is { Destination: null, LocalPorts: null, RemotePorts: null };

    /// <summary>The id of its target: <c>filter 10.0.0.0/8</c>, <c>filter local 443</c>.</summary>
    public string Id =>
        string.Join(
            ' ',
            new[]
            {
                "filter",
                Protocol == "TCP" ? "" : Protocol.ToLowerInvariant(),
                Destination?.ToString() ?? "",
                Ports("local", LocalPorts),
                Ports("remote", RemotePorts),
            }.Where(word => word.Length > 0)
        );

    private static (ushort First, ushort Last)? Narrow((ushort First, ushort Last)? ports) =>
        ports is { First: 0 or 1, Last: ushort.MaxValue } ? null : ports;

    private static string Ports(string end, (ushort First, ushort Last)? ports) =>
        ports switch
        {
            null => "",
            var (first, last) when first == last => string.Create(CultureInfo.InvariantCulture, $"{end} {first}"),
            var (first, last) => string.Create(CultureInfo.InvariantCulture, $"{end} {first}-{last}"),
        };
}
