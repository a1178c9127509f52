using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Schemas;

namespace IwTune.Server.Features.Scim.Patching;

/// <summary>
/// Applies operations to the writable part of a resource, one after the other. The result is checked like a whole resource, so a change can
/// make nothing that a PUT could not.
/// </summary>
internal static class ResourcePatch
{
    /// <returns>The changed resource, in the form of one that was sent whole; or why the change is refused.</returns>
    public static (JsonObject? After, ScimError? Error) Result(
        ScimSchema schema,
        JsonObject resource,
        IReadOnlyList<PatchOperation> operations
    )
    {
        foreach (var one in operations)
            if (Apply(schema, resource, one) is { } error)
                return (null, error);
        using var whole = JsonDocument.Parse(resource.ToJsonString());
        return CanonicalValue.Resource(schema, whole.RootElement);
    }

    private static ScimError? Apply(ScimSchema schema, JsonObject resource, PatchOperation one)
    {
        var path = one.Path;
        // Attributes that this server does not keep are passed over, as in a whole resource.
        if (
            (path.Schema.Length > 0 && !path.Schema.Equals(schema.Urn, StringComparison.OrdinalIgnoreCase))
            || schema.Find(path.Attribute) is not { } attribute
        )
            return null;
        if (attribute.ReadOnly)
            return one.IsNamed && attribute.Name != "schemas" ? ScimError.Mutability($"{attribute.Name}: is read-only.") : null;
        if (path.Only.Count > 0 && !attribute.IsList)
            return ScimError.InvalidPath($"{attribute.Name}: is no list, so nothing can be selected in it.");
        if (path.Only.FirstOrDefault(only => attribute.Part(only.Path.Attribute) is null || only.Path.Part is not null) is { } unknown)
            return ScimError.InvalidPath($"{attribute.Name}: has no part '{ScimError.Short(unknown.Path.Attribute)}'.");
        if (path.Part is { } name && attribute.Part(name) is not { ReadOnly: false })
            return attribute.Parts.Count == 0 ? ScimError.InvalidPath($"{attribute.Name}: has no parts.") : null;
        return attribute.IsList ? ListPatch.Apply(attribute, resource, one)
            : path.Part is { } part ? Part(attribute, attribute.Part(part)!, resource, one)
            : Whole(attribute, resource, one);
    }

    private static ScimError? Whole(ScimAttribute attribute, JsonObject resource, PatchOperation one)
    {
        var (value, error) = one.Verb == PatchVerb.Remove ? (null, null) : CanonicalValue.Of(attribute, one.Value);
        if (error is not null)
            return error;
        if (value is null)
            return Remove(attribute, resource);
        if (value is JsonObject parts && resource[attribute.Name] is JsonObject present)
        {
            // Parts that are not named stay (RFC 7644 §3.5.2.3).
            foreach (var part in parts.ToList())
            {
                parts.Remove(part.Key);
                present[part.Key] = part.Value;
            }
            return null;
        }
        resource[attribute.Name] = value;
        return null;
    }

    private static ScimError? Part(ScimAttribute attribute, ScimAttribute part, JsonObject resource, PatchOperation one)
    {
        var whole = resource[attribute.Name] as JsonObject ?? [];
        if (Set(part, whole, one) is { } error)
            return error;
        if (whole.Parent is null)
            resource[attribute.Name] = whole;
        return whole.Count == 0 ? Remove(attribute, resource) : null;
    }

    /// <summary>Sets a part within an object, or removes it.</summary>
    public static ScimError? Set(ScimAttribute part, JsonObject whole, PatchOperation one)
    {
        var (value, error) = one.Verb == PatchVerb.Remove ? (null, null) : CanonicalValue.Of(part, one.Value);
        if (error is not null)
            return error;
        if (value is null)
            whole.Remove(part.Name);
        else
            whole[part.Name] = value;
        return null;
    }

    private static ScimError? Remove(ScimAttribute attribute, JsonObject resource)
    {
        if (attribute.Required)
            return ScimError.Mutability($"{attribute.Name}: is required and cannot be removed.");
        resource.Remove(attribute.Name);
        return null;
    }
}
