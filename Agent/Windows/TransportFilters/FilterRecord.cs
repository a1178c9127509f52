using System.Net;
using System.Text.Json.Serialization;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>A filter as it is stored: in before-images and in the list of filters that are ours.</summary>
internal sealed record FilterRecord
{
    /// <summary>The template it gives; <see langword="null"/> in a before-image where there was no filter.</summary>
    public TemplateName? Setting { get; init; }

    public required string Protocol { get; init; }

    public string? Destination { get; init; }

    public ushort[]? Local { get; init; }

    public ushort[]? Remote { get; init; }

    public static FilterRecord Of(FilterMatch match, TemplateName? setting) =>
        new()
        {
            Setting = setting,
            Protocol = match.Protocol,
            Destination = match.Destination?.ToString(),
            Local = Pair(match.LocalPorts),
            Remote = Pair(match.RemotePorts),
        };

    /// <exception cref="FormatException">It is none that this version wrote.</exception>
    [JsonIgnore]
    public FilterMatch Match =>
        new(Protocol, Destination is { } destination ? IPNetwork.Parse(destination) : null, Pair(Local), Pair(Remote));

    private static ushort[]? Pair((ushort First, ushort Last)? ports) => ports is var (first, last) ? [first, last] : null;

    private static (ushort, ushort)? Pair(ushort[]? ports) =>
        ports switch
        {
            null => null,
            [var first, var last] => (first, last),
            _ => throw new FormatException("ports of a filter are a first and a last one"),
        };
}
