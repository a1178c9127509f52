using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Compliance;

/// <summary>
/// A host's past identity: what selectors saw of it, and what people read. Written with its keys in order, so that equal identities are
/// equal texts.
/// </summary>
internal sealed class KeptIdentity
{
    public string Name { get; init; } = "";
    public string Os { get; init; } = "";
    public string OsName { get; init; } = "";
    public string Kernel { get; init; } = "";
    public string Agent { get; init; } = "";
    public SortedDictionary<string, string> Labels { get; init; } = [];

    /// <summary>Key and value alternately; a key may occur more than once.</summary>
    public IReadOnlyList<string> Facts { get; init; } = [];

    [JsonIgnore]
    public HostIdentity Host { get; private set; } = null!;

    public static KeptIdentity Of(HostIdentity host, string osName, string agent) =>
        new()
        {
            Name = host.Name,
            Os = host.Os,
            OsName = osName,
            Kernel = host.Kernel,
            Agent = agent,
            Labels = new(host.Labels.ToDictionary(StringComparer.Ordinal), StringComparer.Ordinal),
            Facts = [.. host.Facts.Values.SelectMany(fact => (string[])[fact.Key, fact.Value])],
        };

    public string Write() => JsonSerializer.Serialize(this);

    public static KeptIdentity Read(string id, string json)
    {
        var kept = JsonSerializer.Deserialize<KeptIdentity>(json)!;
        kept.Host = new(id, kept.Name, kept.Os, kept.Kernel, kept.Labels) { Facts = FactLabels.Stored(kept.Facts) };
        return kept;
    }
}
