using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>JSON schemas of what an export holds, made from the types that write it.</summary>
internal static class ExportSchemas
{
    private static readonly JsonSchemaExporterOptions Options = new()
    {
        TreatNullObliviousAsNonNullable = true,
        TransformSchemaNode = (context, node) =>
            (Nullable.GetUnderlyingType(context.TypeInfo.Type) ?? context.TypeInfo.Type) == typeof(DateTimeOffset)
                ? new JsonObject { ["type"] = "string", ["format"] = "date-time" }
                : node,
    };

    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    /// <summary>Name and text of each.</summary>
    public static IReadOnlyList<(string Name, string Text)> All { get; } =
    [
        .. ExportParts
            .All.Where(part => part.Line is not null)
            .Select(part => (ExportNames.Schema(part.SchemaName), Of(part.Line!.Type)))
            .Append((ExportNames.Schema("manifest"), Of(typeof(ExportManifest))))
            .OrderBy(schema => schema.Item1, StringComparer.Ordinal),
    ];

    private static string Of(Type type)
    {
        var schema = (JsonObject)ExportJson.Default.Options.GetJsonSchemaAsNode(type, Options);
        schema.Insert(0, "$schema", "https://json-schema.org/draft/2020-12/schema");
        return schema.ToJsonString(Indented).ReplaceLineEndings("\n") + "\n";
    }
}
