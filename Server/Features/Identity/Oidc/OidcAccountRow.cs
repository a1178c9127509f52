namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>A person of the provider as stored.</summary>
internal sealed class OidcAccountRow
{
    /// <summary>What this server calls the person, for good.</summary>
    public string Name { get; init; } = "";

    public string Issuer { get; init; } = "";
    public string Subject { get; init; } = "";

    /// <summary>What the provider calls the person now.</summary>
    public string Display { get; init; } = "";

    /// <summary>As JSON, as of the last sign-in or refresh.</summary>
    public string Groups { get; init; } = "[]";

    public string SecurityStamp { get; init; } = "";
    public long CreatedAt { get; init; }

    /// <summary>0 for a provisioned person who has not signed in.</summary>
    public long SignedInAt { get; init; }

    /// <summary>The SCIM user that the account is kept by; <see langword="null"/> for one made by signing in.</summary>
    public string? ScimId { get; init; }

    /// <summary>Since when the provider has it deactivated.</summary>
    public long? LockedAt { get; init; }

    /// <summary>When the provider changed the person last.</summary>
    public long? ProvisionedAt { get; init; }
}
