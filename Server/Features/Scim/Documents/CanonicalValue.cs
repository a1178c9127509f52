using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Schemas;

namespace IwTune.Server.Features.Scim.Documents;

/// <summary>
/// Values as this server keeps them: names in the schema's case, booleans that are booleans, and nothing that it does not know.
/// </summary>
internal static class CanonicalValue
{
    public const int MostMembers = 10_000;
    private const int LongestText = 500,
        MostOthers = 20;

    /// <summary>The part of a resource that callers may write.</summary>
    public static (JsonObject? Resource, ScimError? Error) Resource(ScimSchema schema, JsonElement body)
    {
        if (!ScimBody.Names(body, schema.Urn))
            return (null, ScimError.InvalidSyntax($"schemas: must name {schema.Urn}."));
        var resource = new JsonObject();
        foreach (var member in body.EnumerateObject())
        {
            if (schema.Find(member.Name) is not { ReadOnly: false } attribute)
                continue;
            var (value, error) = Of(attribute, member.Value);
            if (error is not null)
                return (null, error);
            if (value is not null and not JsonArray { Count: 0 })
                resource[attribute.Name] = value;
        }
        return (resource, null);
    }

    /// <summary>A whole value of an attribute; <see langword="null"/> for one that is not assigned (RFC 7643 §2.5).</summary>
    public static (JsonNode? Value, ScimError? Error) Of(ScimAttribute attribute, JsonElement value)
    {
        if (!attribute.IsList)
            return One(attribute, value);
        var items = value.ValueKind == JsonValueKind.Array ? value.EnumerateArray().ToList() : [value];
        var most = attribute.Value is { CaseExact: true } ? MostMembers : MostOthers;
        if (items.Count > most)
            return (null, ScimError.InvalidValue($"{attribute.Name}: {items.Count} values; at most {most}."));
        var list = new JsonArray();
        foreach (var item in items)
        {
            var (node, error) = One(attribute, item);
            if (error is not null)
                return (null, error);
            if (node is JsonObject { Count: > 0 })
                list.Add(node);
        }
        return (list, null);
    }

    private static (JsonNode? Value, ScimError? Error) One(ScimAttribute attribute, JsonElement value) =>
        (attribute.Kind, value.ValueKind) switch
        {
            (_, JsonValueKind.Null) => (null, null),
            (AttributeKind.Boolean, JsonValueKind.True) => (JsonValue.Create(true), null),
            (AttributeKind.Boolean, JsonValueKind.False) => (JsonValue.Create(false), null),
            // Entra ID sends "True" and "False".
            (AttributeKind.Boolean, JsonValueKind.String) when bool.TryParse(value.GetString(), out var told) => (
                JsonValue.Create(told),
                null
            ),
            (AttributeKind.Boolean, _) => Refuse(attribute, "true or false"),
            (AttributeKind.Complex, JsonValueKind.Object) => Parts(attribute, value),
            (AttributeKind.Complex, JsonValueKind.String) when attribute is { IsList: true, Value: { } main } => Wrapped(main, value),
            (AttributeKind.Complex, _) => Refuse(attribute, "an object"),
            (_, JsonValueKind.String) => value.GetString()! is { Length: <= LongestText } text
                ? (JsonValue.Create(text), null)
                : Refuse(attribute, $"at most {LongestText} characters"),
            _ => Refuse(attribute, "a text"),
        };

    private static (JsonNode?, ScimError?) Parts(ScimAttribute attribute, JsonElement value)
    {
        var whole = new JsonObject();
        foreach (var member in value.EnumerateObject())
        {
            if (attribute.Part(member.Name) is not { ReadOnly: false } part)
                continue;
            var (node, error) = One(part, member.Value);
            if (error is not null)
                return (null, error with { Detail = $"{attribute.Name}.{error.Detail}" });
            if (node is not null)
                whole[part.Name] = node;
        }
        return (whole, null);
    }

    private static (JsonNode?, ScimError?) Wrapped(ScimAttribute main, JsonElement value)
    {
        var (node, error) = One(main, value);
        return (node is null ? null : new JsonObject { [main.Name] = node }, error);
    }

    private static (JsonNode?, ScimError?) Refuse(ScimAttribute attribute, string expected) =>
        (null, ScimError.InvalidValue($"{attribute.Name}: must be {expected}."));
}
