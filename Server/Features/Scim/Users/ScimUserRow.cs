namespace IwTune.Server.Features.Scim.Users;

/// <summary>A provisioned person as stored, with the present state of the account.</summary>
internal sealed class ScimUserRow
{
    public string Id { get; init; } = "";
    public string Issuer { get; init; } = "";
    public string UserName { get; init; } = "";

    /// <summary>The name without regard to case, for comparisons.</summary>
    public string UserKey { get; init; } = "";

    public string? ExternalId { get; init; }
    public string DisplayKey { get; init; } = "";

    /// <summary>The other attributes, as JSON.</summary>
    public string Profile { get; init; } = "{}";

    public long Version { get; init; }
    public long CreatedAt { get; init; }
    public long ChangedAt { get; init; }

    /// <summary>What this server calls the account.</summary>
    public string Account { get; init; } = "";

    public long? LockedAt { get; init; }

    /// <summary>0 before the first sign-in.</summary>
    public long SignedInAt { get; init; }
}
