using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Schemas;

namespace IwTune.Server.Features.Scim.Documents;

/// <summary>Which attributes a caller wants in an answer: <c>attributes</c> or <c>excludedAttributes</c> (RFC 7644 §3.9).</summary>
internal sealed class AttributeSelection
{
    private readonly ScimSchema _schema;
    private readonly HashSet<string> _wanted,
        _excluded;

    private AttributeSelection(ScimSchema schema, HashSet<string> wanted, HashSet<string> excluded) =>
        (_schema, _wanted, _excluded) = (schema, wanted, excluded);

    public static AttributeSelection Of(HttpContext context, ScimSchema schema) =>
        new(schema, Names(context, schema, "attributes"), Names(context, schema, "excludedAttributes"));

    /// <summary>Whether the attribute, or a part of it, is in the answer.</summary>
    public bool Shows(string name) =>
        _schema.Find(name) is { Always: true }
        || (
            _wanted.Count > 0
                ? _wanted.Any(one => one.Equals(name, StringComparison.OrdinalIgnoreCase) || StartsWith(one, name))
                : !_excluded.Contains(name)
        );

    public JsonObject Cut(JsonObject resource)
    {
        foreach (var name in resource.Select(member => member.Key).ToList())
        {
            if (!Shows(name))
                resource.Remove(name);
            else if (_wanted.Count > 0 ? !_wanted.Contains(name) : _excluded.Any(one => StartsWith(one, name)))
                Parts(
                    resource[name],
                    part => _wanted.Count > 0 ? _wanted.Contains($"{name}.{part}") : !_excluded.Contains($"{name}.{part}")
                );
        }
        return resource;
    }

    private static void Parts(JsonNode? value, Func<string, bool> shows)
    {
        if (value is JsonArray list)
            foreach (var item in list)
                Parts(item, shows);
        else if (value is JsonObject whole)
            foreach (var part in whole.Select(member => member.Key).Where(part => !shows(part)).ToList())
                whole.Remove(part);
    }

    private static bool StartsWith(string path, string name) =>
        path.Length > name.Length && path[name.Length] == '.' && path.StartsWith(name, StringComparison.OrdinalIgnoreCase);

    private static HashSet<string> Names(HttpContext context, ScimSchema schema, string parameter) =>
        context
            .Request.Query[parameter]
            .ToString()
            .Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(name => name.StartsWith(schema.Urn + ":", StringComparison.OrdinalIgnoreCase) ? name[(schema.Urn.Length + 1)..] : name)
            .ToHashSet(StringComparer.OrdinalIgnoreCase);
}
