using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Scim;

/// <summary>A call of the provider: who it is, whose people it means, and when it is.</summary>
/// <param name="Context">Of HTTP.</param>
/// <param name="Database">The store.</param>
/// <param name="Clock">Stamps what is changed.</param>
/// <param name="Provider">The provider that the people sign in through.</param>
internal sealed record ScimCall(HttpContext Context, Database Database, TimeProvider Clock, OidcSettings Provider)
{
    /// <summary>The token, as the audit log writes it.</summary>
    public string Actor => Context.User.Actor();

    public string Issuer => Provider.Issuer;

    public long Now => Clock.Now();

    public string Filter => Context.Request.Query["filter"].ToString();
}
