using System.Text.Json.Serialization;

namespace IwTune.Shared.Compliance;

/// <summary>A verdict in JSON is its name; a number is none.</summary>
public sealed class VerdictConverter() : JsonStringEnumConverter<Verdict>(namingPolicy: null, allowIntegerValues: false);
