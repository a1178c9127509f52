using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Filters;
using IwTune.Server.Features.Scim.Schemas;

namespace IwTune.Server.Features.Scim.Patching;

/// <summary>Operations on lists: members of a group, e-mail addresses.</summary>
internal static class ListPatch
{
    public static ScimError? Apply(ScimAttribute attribute, JsonObject resource, PatchOperation one)
    {
        var list = resource[attribute.Name] as JsonArray ?? [];
        if (list.Parent is null)
            resource[attribute.Name] = list;
        var error = one.Path switch
        {
            { Only.Count: 0, Part: null } => All(attribute, list, one),
            _ => Selected(attribute, list, one),
        };
        return error
            ?? (
                list.Count > CanonicalValue.MostMembers
                    ? ScimError.InvalidValue($"{attribute.Name}: more than {CanonicalValue.MostMembers} values.")
                    : null
            );
    }

    private static ScimError? All(ScimAttribute attribute, JsonArray list, PatchOperation one)
    {
        // Without a value everything is removed. Entra ID removes single members by their values.
        if (one.Verb == PatchVerb.Remove && one.Value.ValueKind is JsonValueKind.Undefined or JsonValueKind.Null)
        {
            list.Clear();
            return null;
        }
        var (value, error) = CanonicalValue.Of(attribute, one.Value);
        if (error is not null)
            return error;
        var given = Items(value);
        if (one.Verb == PatchVerb.Replace)
            list.Clear();
        else
        {
            var named = given.Select(KeyOf).ToHashSet(StringComparer.Ordinal);
            Drop(list, item => named.Contains(KeyOf(item)));
        }
        if (one.Verb == PatchVerb.Remove)
            return null;
        // At most one is the preferred one (RFC 7643 §2.4).
        if (given.Any(IsPrimary))
            foreach (var item in list.OfType<JsonObject>().Where(IsPrimary))
                item["primary"] = false;
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var item in given.Where(item => seen.Add(KeyOf(item))))
            list.Add(item);
        return null;
    }

    private static ScimError? Selected(ScimAttribute attribute, JsonArray list, PatchOperation one)
    {
        var (only, part) = (one.Path.Only, one.Path.Part is { } name ? attribute.Part(name)! : null);
        var found = list.OfType<JsonObject>().Where(item => ScimFilter.Fits(attribute, only, item)).ToList();
        if (found.Count == 0)
            return Missing(attribute, part, list, one);
        if (part is not null)
        {
            foreach (var item in found)
                if (ResourcePatch.Set(part, item, one) is { } error)
                    return error;
            // An item without its value is none.
            Drop(list, item => (item as JsonObject)?["value"] is null);
            return null;
        }
        if (one.Verb == PatchVerb.Remove)
        {
            Drop(list, item => found.Contains(item));
            return null;
        }
        return SetParts(attribute, found, one);
    }

    /// <summary>Nothing fits: a removal is done, an addition makes the item, a replacement has no target (RFC 7644 §3.5.2.3).</summary>
    private static ScimError? Missing(ScimAttribute attribute, ScimAttribute? part, JsonArray list, PatchOperation one)
    {
        if (one.Verb == PatchVerb.Remove)
            return null;
        if (one.Verb == PatchVerb.Replace)
            return ScimError.NoTarget($"{attribute.Name}: no value fits the path, so there is nothing to replace; use add.");
        var item = new JsonObject();
        foreach (var comparison in one.Path.Only)
            if (comparison.Value is { } value)
                item[attribute.Part(comparison.Path.Attribute)!.Name] = value.DeepClone();
        if (part is not null)
        {
            if (ResourcePatch.Set(part, item, one) is { } error)
                return error;
        }
        else if (SetParts(attribute, [item], one) is { } wrong)
            return wrong;
        if (item["value"] is not null)
            list.Add(item);
        return null;
    }

    /// <summary>Sets the parts that the new value names in each of these items; the others stay.</summary>
    private static ScimError? SetParts(ScimAttribute attribute, List<JsonObject> items, PatchOperation one)
    {
        var (value, error) = CanonicalValue.Of(attribute, one.Value);
        if (error is not null)
            return error;
        var parts = Items(value).SelectMany(whole => whole).ToList();
        foreach (var item in items)
        foreach (var part in parts)
            item[part.Key] = part.Value?.DeepClone();
        return null;
    }

    /// <summary>The items of a new value, taken out of it.</summary>
    private static List<JsonObject> Items(JsonNode? value)
    {
        if (value is not JsonArray list)
            return [];
        var items = list.OfType<JsonObject>().ToList();
        list.Clear();
        return items;
    }

    /// <summary>Two items with the same value and type are the same.</summary>
    private static string KeyOf(JsonNode? item) => $"{item?["value"]}\n{item?["type"]}";

    private static bool IsPrimary(JsonNode item) => item["primary"]?.GetValueKind() == JsonValueKind.True;

    private static void Drop(JsonArray list, Predicate<JsonNode?> which)
    {
        for (var i = list.Count - 1; i >= 0; i--)
            if (which(list[i]))
                list.RemoveAt(i);
    }
}
