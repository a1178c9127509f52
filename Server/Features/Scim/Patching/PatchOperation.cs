using System.Text.Json;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Filters;

namespace IwTune.Server.Features.Scim.Patching;

internal enum PatchVerb
{
    Add,
    Replace,
    Remove,
}

/// <summary>One step of a change (RFC 7644 §3.5.2).</summary>
/// <param name="Verb">What is done.</param>
/// <param name="Path">Where; an operation without a path was split into one for each member of its value.</param>
/// <param name="Value">With what; undefined for none.</param>
/// <param name="IsNamed">
/// False for a member of a value: what may not be changed is then passed over, as providers send whole resources.
/// </param>
internal sealed record PatchOperation(PatchVerb Verb, ScimPath Path, JsonElement Value, bool IsNamed)
{
    private const string Urn = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
    private const int Most = 500;

    public static (IReadOnlyList<PatchOperation> All, ScimError? Error) Read(JsonElement body)
    {
        if (!ScimBody.Names(body, Urn))
            return ([], ScimError.InvalidSyntax($"schemas: must name {Urn}."));
        if (ScimBody.Member(body, "Operations") is not { ValueKind: JsonValueKind.Array } told || told.GetArrayLength() == 0)
            return ([], ScimError.InvalidSyntax("Operations: must be a list of at least one operation."));
        if (told.GetArrayLength() > Most)
            return ([], ScimError.TooMany($"Operations: {told.GetArrayLength()}; at most {Most}."));
        var all = new List<PatchOperation>();
        foreach (var one in told.EnumerateArray())
            if (Read(one, all) is { } error)
                return ([], error);
        return (all, null);
    }

    private static ScimError? Read(JsonElement one, List<PatchOperation> all)
    {
        if (one.ValueKind != JsonValueKind.Object)
            return ScimError.InvalidSyntax("Operations: each must be an object.");
        // Entra ID writes "Add", "Replace" and "Remove".
        var op = ScimBody.Member(one, "op") is { ValueKind: JsonValueKind.String } word ? word.GetString()!.ToLowerInvariant() : "";
        if (op is not ("add" or "replace" or "remove"))
            return ScimError.InvalidSyntax("op: must be add, replace or remove.");
        var verb = Enum.Parse<PatchVerb>(op, ignoreCase: true);
        var value = ScimBody.Member(one, "value") ?? default;
        var path = ScimBody.Member(one, "path");
        if (path is { ValueKind: JsonValueKind.String } text)
            return Add(verb, text.GetString()!, value, true, all);
        if (path is { ValueKind: not JsonValueKind.Null })
            return ScimError.InvalidPath("path: must be a text.");
        if (verb == PatchVerb.Remove)
            return ScimError.NoTarget("path: remove needs one.");
        if (value.ValueKind != JsonValueKind.Object)
            return ScimError.InvalidValue("value: without a path it must be an object with the attributes.");
        foreach (var member in value.EnumerateObject())
            if (Add(verb, member.Name, member.Value, false, all) is { } error)
                return error;
        return null;
    }

    private static ScimError? Add(PatchVerb verb, string path, JsonElement value, bool named, List<PatchOperation> all)
    {
        var (read, problem) = ScimPath.Read(path);
        if (problem is not null)
            return ScimError.InvalidPath($"path '{ScimError.Short(path)}': {problem}.");
        if (verb != PatchVerb.Remove && value.ValueKind == JsonValueKind.Undefined)
            return ScimError.InvalidValue($"value: missing for '{ScimError.Short(path)}'.");
        all.Add(new(verb, read!, value, named));
        return all.Count > Most ? ScimError.TooMany($"Operations: more than {Most} changes.") : null;
    }
}
