using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace IwTune.Shared.Tests.Policies;

/// <summary>
/// The part of JSON Schema (draft 2020-12) that the policy's schema uses. An unknown keyword throws: an unchecked rule is worse than none.
/// </summary>
internal sealed class SchemaEvaluator(JsonObject root)
{
    internal bool Accepts(JsonNode? value) => Accepts(root, value);

    private bool Accepts(JsonNode? schema, JsonNode? value) =>
        schema!.AsObject().All(keyword => Holds(keyword.Key, keyword.Value, schema.AsObject(), value));

    private bool Holds(string keyword, JsonNode? rule, JsonObject schema, JsonNode? value) =>
        keyword switch
        {
            "$schema" or "$id" or "$defs" or "title" or "description" or "default" => true,
            "$ref" => Accepts(root["$defs"]![rule!.GetValue<string>()["#/$defs/".Length..]], value),
            "type" => rule!.GetValue<string>() == TypeOf(value),
            "enum" => rule!.AsArray().Any(allowed => JsonNode.DeepEquals(allowed, value)),
            "const" => JsonNode.DeepEquals(rule, value),
            "not" => !Accepts(rule, value),
            "anyOf" => rule!.AsArray().Any(option => Accepts(option, value)),
            "oneOf" => rule!.AsArray().Count(option => Accepts(option, value)) == 1,
            "pattern" => TypeOf(value) != "string"
                || Regex.IsMatch(
                    value!.GetValue<string>(),
                    rule!.GetValue<string>().Replace("$", "\\z", StringComparison.Ordinal),
                    RegexOptions.None,
                    TimeSpan.FromSeconds(1)
                ),
            "minimum" => TypeOf(value) != "integer" || value!.GetValue<long>() >= rule!.GetValue<long>(),
            "maximum" => TypeOf(value) != "integer" || value!.GetValue<long>() <= rule!.GetValue<long>(),
            "required" => value is not JsonObject o || rule!.AsArray().All(name => o.ContainsKey(name!.GetValue<string>())),
            "minProperties" => value is not JsonObject o || o.Count >= rule!.GetValue<int>(),
            "properties" => value is not JsonObject o || rule!.AsObject().All(p => !o.ContainsKey(p.Key) || Accepts(p.Value, o[p.Key])),
            "additionalProperties" => value is not JsonObject o || o.All(p => schema["properties"]!.AsObject().ContainsKey(p.Key)),
            "items" => value is not JsonArray a || a.All(item => Accepts(rule, item)),
            "minItems" => value is not JsonArray a || a.Count >= rule!.GetValue<int>(),
            "uniqueItems" => value is not JsonArray a || !a.Where((x, i) => a.Take(i).Any(y => JsonNode.DeepEquals(x, y))).Any(),
            _ => throw new NotSupportedException($"the evaluator does not know the keyword {keyword}"),
        };

    private static string TypeOf(JsonNode? value) =>
        value switch
        {
            null => "null",
            JsonObject => "object",
            JsonArray => "array",
            JsonValue v when v.GetValueKind() == System.Text.Json.JsonValueKind.String => "string",
            JsonValue v when v.TryGetValue<long>(out _) => "integer",
            JsonValue v => v.GetValueKind().ToString(),
            _ => "",
        };
}
