using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Groups;
using IwTune.Server.Features.Scim.Schemas;

namespace IwTune.Server.Features.Scim.Users;

/// <summary>A person as a SCIM resource, and back.</summary>
internal static class ScimUserForm
{
    private static readonly string[] Stored = ["name", "displayName", "emails"];

    /// <summary>The part that callers may write.</summary>
    public static JsonObject Writable(ScimUserRow row)
    {
        var resource = JsonNode.Parse(row.Profile)!.AsObject();
        resource["userName"] = row.UserName;
        if (row.ExternalId is { } external)
            resource["externalId"] = external;
        resource["active"] = row.LockedAt is null;
        return resource;
    }

    public static JsonObject Of(HttpContext context, ScimUserRow row, IEnumerable<ScimGroupRow> groups)
    {
        var resource = new JsonObject { ["schemas"] = new JsonArray(ScimSchema.User.Urn), ["id"] = row.Id };
        foreach (var (name, value) in Writable(row).ToList())
            resource[name] = value?.DeepClone();
        resource["groups"] = new JsonArray([
            .. groups.Select(group => new JsonObject
            {
                ["value"] = group.Id,
                ["$ref"] = ScimPaths.Of(context, ScimPaths.Groups, group.Id),
                ["display"] = group.DisplayName,
            }),
        ]);
        resource["meta"] = ResourceMeta.Of(context, ScimSchema.User, row.Id, row.CreatedAt, row.ChangedAt, row.Version);
        return resource;
    }

    /// <summary>The row with other values, one version later.</summary>
    public static ScimUserRow With(ScimUserRow row, JsonObject resource, long now)
    {
        var profile = new JsonObject();
        foreach (var name in Stored)
            if (resource[name] is { } value)
                profile[name] = value.DeepClone();
        var userName = Text(resource, "userName")!;
        return new()
        {
            Id = row.Id,
            Issuer = row.Issuer,
            UserName = userName,
            UserKey = Key(userName),
            ExternalId = Text(resource, "externalId"),
            DisplayKey = Key(Text(resource, "displayName") ?? ""),
            Profile = profile.ToJsonString(),
            Version = row.Version + 1,
            CreatedAt = row.CreatedAt,
            ChangedAt = now,
            Account = row.Account,
            LockedAt = IsActive(resource) ? null : row.LockedAt ?? now,
            SignedInAt = row.SignedInAt,
        };
    }

    /// <summary>For comparisons without regard to case.</summary>
    public static string Key(string name) => name.ToLowerInvariant();

    public static string? Text(JsonObject resource, string name) =>
        resource[name]?.GetValue<string>() is { } text && text.Trim() is { Length: > 0 } trimmed ? trimmed : null;

    /// <summary>A person is active unless the provider says otherwise.</summary>
    public static bool IsActive(JsonObject resource) => resource["active"]?.GetValue<bool>() ?? true;

    /// <summary>The name that people read.</summary>
    public static string Shown(JsonObject resource)
    {
        var name = resource["name"] as JsonObject ?? [];
        var parts = string.Join(' ', new[] { Text(name, "givenName"), Text(name, "familyName") }.Where(part => part is not null));
        return Text(resource, "displayName") ?? Text(name, "formatted") ?? (parts.Length > 0 ? parts : Text(resource, "userName")!);
    }
}
