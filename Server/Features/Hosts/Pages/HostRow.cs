using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>One host in the list.</summary>
public sealed record HostRow
{
    public required string Id { get; init; }
    public required string Name { get; init; }

    /// <summary>A verdict's name, and why as a sentence.</summary>
    public required string State { get; init; }
    public string Reason { get; init; } = "";
    public IReadOnlyDictionary<string, string> Labels { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
    public string Os { get; init; } = "";
    public string Kernel { get; init; } = "";

    /// <summary>initcwnd as read, segments; null for the system's default.</summary>
    public int? Configured { get; init; }

    /// <summary>Effective window on a fresh connection, segments; null without conclusive evidence.</summary>
    public int? Effective { get; init; }
    public BindingTerm Binding { get; init; }
    public int? Mss { get; init; }
    public long? RttMicroseconds { get; init; }
    public string? Policy { get; init; }
    public int? Revision { get; init; }
    public DateTimeOffset? SeenAt { get; init; }
}
