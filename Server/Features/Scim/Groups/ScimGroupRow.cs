namespace IwTune.Server.Features.Scim.Groups;

/// <summary>A provisioned group as stored.</summary>
internal sealed class ScimGroupRow
{
    public string Id { get; init; } = "";
    public string Issuer { get; init; } = "";
    public string DisplayName { get; init; } = "";

    /// <summary>The name without regard to case, for comparisons.</summary>
    public string DisplayKey { get; init; } = "";

    public string? ExternalId { get; init; }
    public long Version { get; init; }
    public long CreatedAt { get; init; }
    public long ChangedAt { get; init; }
}

/// <summary>A person in a group.</summary>
internal sealed class ScimMemberRow
{
    public string GroupId { get; init; } = "";
    public string UserId { get; init; } = "";

    /// <summary>What the provider calls the person.</summary>
    public string UserName { get; init; } = "";
}
