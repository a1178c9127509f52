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
    public long SignedInAt { get; init; }
}
