using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Schemas;
using IwTune.Server.Features.Scim.Users;

namespace IwTune.Server.Features.Scim.Groups;

/// <summary>A group as a SCIM resource, and back.</summary>
internal static class ScimGroupForm
{
    private const string Members = "members";

    /// <summary>The part that callers may write.</summary>
    public static JsonObject Writable(ScimGroupRow row, IEnumerable<ScimMemberRow> members)
    {
        var resource = new JsonObject { ["displayName"] = row.DisplayName };
        if (row.ExternalId is { } external)
            resource["externalId"] = external;
        var list = new JsonArray([.. members.Select(member => new JsonObject { ["value"] = member.UserId })]);
        if (list.Count > 0)
            resource[Members] = list;
        return resource;
    }

    public static JsonObject Of(HttpContext context, ScimGroupRow row, IEnumerable<ScimMemberRow> members)
    {
        var resource = new JsonObject
        {
            ["schemas"] = new JsonArray(ScimSchema.Group.Urn),
            ["id"] = row.Id,
            ["displayName"] = row.DisplayName,
        };
        if (row.ExternalId is { } external)
            resource["externalId"] = external;
        resource[Members] = new JsonArray([
            .. members.Select(member => new JsonObject
            {
                ["value"] = member.UserId,
                ["$ref"] = ScimPaths.Of(context, ScimPaths.Users, member.UserId),
                ["display"] = member.UserName,
            }),
        ]);
        resource["meta"] = ResourceMeta.Of(context, ScimSchema.Group, row.Id, row.CreatedAt, row.ChangedAt, row.Version);
        return resource;
    }

    /// <summary>The row with other values, one version later.</summary>
    public static ScimGroupRow With(ScimGroupRow row, JsonObject resource, long now)
    {
        var name = ScimUserForm.Text(resource, "displayName")!;
        return new()
        {
            Id = row.Id,
            Issuer = row.Issuer,
            DisplayName = name,
            DisplayKey = ScimUserForm.Key(name),
            ExternalId = ScimUserForm.Text(resource, "externalId"),
            Version = row.Version + 1,
            CreatedAt = row.CreatedAt,
            ChangedAt = now,
        };
    }

    /// <summary>The ids of the people in it.</summary>
    public static IReadOnlyList<string> MembersOf(JsonObject resource) =>
        resource[Members] is JsonArray list
            ?
            [
                .. list.Select(item => item?["value"]?.GetValue<string>())
                    .Where(id => !string.IsNullOrEmpty(id))
                    .Distinct(StringComparer.Ordinal)
                    .Cast<string>(),
            ]
            : [];

    /// <summary>Names the members as they are; for a caller that left them out.</summary>
    public static void Keep(JsonObject resource, JsonObject before)
    {
        if (before[Members] is { } members)
            resource[Members] = members.DeepClone();
    }
}
