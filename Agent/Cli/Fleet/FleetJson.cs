using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>What <c>--json</c> of a fleet verb writes: the wire's own types, indented.</summary>
internal static class FleetJson
{
    public static WireJson Pages { get; } = new(new JsonSerializerOptions(WireJson.Default.Options) { WriteIndented = true });

    public static void Write<T>(TextWriter to, T value, JsonTypeInfo<T> type) => to.WriteLine(JsonSerializer.Serialize(value, type));
}
