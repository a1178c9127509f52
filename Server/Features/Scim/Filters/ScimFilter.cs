using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Schemas;

namespace IwTune.Server.Features.Scim.Filters;

/// <summary>Which resources a caller wants: comparisons that all hold.</summary>
internal sealed class ScimFilter
{
    private readonly IReadOnlyList<(ScimAttribute Attribute, ScimComparison Comparison)> _all;

    private ScimFilter(IReadOnlyList<(ScimAttribute, ScimComparison)> all) => _all = all;

    /// <summary>Every resource.</summary>
    public static ScimFilter None { get; } = new([]);

    public bool IsEmpty => _all.Count == 0;

    public static (ScimFilter? Filter, ScimError? Error) Read(ScimSchema schema, string text)
    {
        if (string.IsNullOrWhiteSpace(text))
            return (None, null);
        if (text.Length > 1000)
            return (null, ScimError.InvalidFilter("filter: longer than 1000 characters."));
        var reader = new FilterReader(text);
        var (found, problem) = reader.Comparisons();
        if (problem is null && !reader.AtEnd)
            problem = $"something follows at character {reader.Position + 1}";
        if (problem is not null)
            return (null, ScimError.InvalidFilter($"filter: {problem}. Supported is ATTRIBUTE eq VALUE, several of them joined by and."));
        var all = new List<(ScimAttribute, ScimComparison)>();
        foreach (var one in found)
        {
            if (Known(schema, one.Path) is not { } attribute)
                return (
                    null,
                    ScimError.InvalidFilter(
                        $"filter: '{ScimError.Short(one.Path.Attribute)}' is not an attribute of {schema.Name} that can be compared; see "
                            + $"{ScimPaths.Schemas}."
                    )
                );
            all.Add((attribute, one));
        }
        return (new(all), null);
    }

    /// <summary>The value that an attribute of one text must have; <see langword="null"/> where the filter says nothing of it.</summary>
    public string? Text(string name) =>
        _all.FirstOrDefault(one => one.Attribute.Name == name && one.Comparison.Path.Part is null) is { Comparison.Value: JsonValue value }
        && value.GetValueKind() == JsonValueKind.String
            ? value.GetValue<string>()
            : null;

    /// <summary>Whether it says something of an attribute.</summary>
    public bool Reads(string name) => _all.Any(one => one.Attribute.Name == name);

    public bool Matches(JsonObject resource) =>
        _all.All(one => Holds(one.Attribute, one.Comparison.Path, one.Comparison.Value, resource[one.Attribute.Name]));

    /// <summary>Whether an item of a list fits comparisons about its parts.</summary>
    public static bool Fits(ScimAttribute attribute, IReadOnlyList<ScimComparison> only, JsonNode? item) =>
        item is JsonObject whole
        && only.All(one =>
            attribute.Part(one.Path.Attribute) is { } part && one.Path.Part is null && Same(part, whole[part.Name], one.Value)
        );

    private static ScimAttribute? Known(ScimSchema schema, ScimPath path)
    {
        if (path.Schema.Length > 0 && !path.Schema.Equals(schema.Urn, StringComparison.OrdinalIgnoreCase))
            return null;
        var attribute = schema.Find(path.Attribute);
        return
            attribute is null
            || (path.Only.Count > 0 && !attribute.IsList)
            || (path.Part is { } part ? attribute.Part(part) is null : attribute is { Parts.Count: > 0, Value: null })
            || attribute.Name is "schemas" or "meta"
            ? null
            : attribute;
    }

    private static bool Holds(ScimAttribute attribute, ScimPath path, JsonNode? wanted, JsonNode? found)
    {
        if (attribute.Parts.Count == 0)
            return Same(attribute, found, wanted);
        var part = path.Part is { } name ? attribute.Part(name)! : attribute.Value!;
        return found is JsonArray list
            ? list.Any(item => Fits(attribute, path.Only, item) && Same(part, item![part.Name], wanted))
            : Same(part, (found as JsonObject)?[part.Name], wanted);
    }

    private static bool Same(ScimAttribute attribute, JsonNode? found, JsonNode? wanted) =>
        (found, wanted) switch
        {
            (null, null) => true,
            (JsonValue one, JsonValue other)
                when one.GetValueKind() == JsonValueKind.String && other.GetValueKind() == JsonValueKind.String => one.GetValue<string>()
                .Equals(other.GetValue<string>(), attribute.CaseExact ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase),
            // Entra ID compares booleans with texts.
            (JsonValue one, JsonValue other) when attribute.Kind == AttributeKind.Boolean => one.ToString()
                .Equals(other.ToString(), StringComparison.OrdinalIgnoreCase),
            _ => false,
        };
}
