using System.Net;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>
/// A transport filter: it gives connections a template by destination or by ports. It has no name; only its fields identify it.
/// </summary>
/// <param name="Setting">The template that its connections get.</param>
/// <param name="Destination">The destination; <see langword="null"/> for a filter on ports.</param>
public sealed record TransportFilter(TemplateName Setting, IPNetwork? Destination)
{
    /// <summary>First and last local port; <see langword="null"/> for any.</summary>
    public (ushort First, ushort Last)? LocalPorts { get; init; }

    /// <summary>First and last remote port; <see langword="null"/> for any.</summary>
    public (ushort First, ushort Last)? RemotePorts { get; init; }

    /// <summary><c>TCP</c> or <c>UDP</c>.</summary>
    public string Protocol { get; init; } = "TCP";
}
