using System.Text.Json;
using System.Text.Json.Nodes;

namespace IwTune.Agent.Tests.Cli.Dsc;

/// <summary>
/// The part of JSON Schema that the resource's own properties use: type, properties, required, items, references. A policy is checked by
/// its own validator.
/// </summary>
internal static class SchemaCheck
{
    public static IEnumerable<string> Violations(JsonNode schema, JsonNode? value) => Violations(schema, schema, value, "$");

    private static IEnumerable<string> Violations(JsonNode root, JsonNode schema, JsonNode? value, string at)
    {
        if (schema["$ref"] is { } reference)
        {
            var name = ((string)reference!)["#/$defs/".Length..];
            return name == "policy" ? [] : Violations(root, root["$defs"]![name]!, value, at);
        }
        var types = schema["type"] switch
        {
            JsonArray several => several.Select(type => (string)type!),
            { } one => [(string)one!],
            null => [],
        };
        var found = value?.GetValueKind() switch
        {
            JsonValueKind.Object => "object",
            JsonValueKind.Array => "array",
            JsonValueKind.String => "string",
            JsonValueKind.Number => "integer",
            JsonValueKind.True or JsonValueKind.False => "boolean",
            _ => "null",
        };
        List<string> wrong = types.Contains(found) ? [] : [$"{at} is {found}"];
        if (value is JsonObject written && schema["properties"] is JsonObject known)
        {
            wrong.AddRange(
                (schema["required"] as JsonArray ?? [])
                    .Where(name => !written.ContainsKey((string)name!))
                    .Select(name => $"{at}.{name} is missing")
            );
            foreach (var (name, inner) in written)
                wrong.AddRange(
                    known[name] is { } property ? Violations(root, property, inner, $"{at}.{name}") : [$"{at}.{name} is not in the schema"]
                );
        }
        if (value is JsonArray items && schema["items"] is { } of)
            wrong.AddRange(items.SelectMany((item, i) => Violations(root, of, item, $"{at}[{i}]")));
        return wrong;
    }
}
