using System.Security.Claims;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Authentication.Cookies;

namespace IwTune.Server.Features.Identity;

/// <summary>The present rights of the account behind a session: a local one as stored, a provider's one as its groups are mapped.</summary>
internal sealed class Accounts(ServerOptions options)
{
    public const string Local = "user",
        Provider = "oidc";
    private const string ProviderStart = Provider + ":";

    /// <summary>
    /// How long a personal token works without a sign-in of its person: a provider reports people who sign in, not people who leave.
    /// </summary>
    private static readonly TimeSpan ProvenFor = TimeSpan.FromDays(30);

    /// <summary>
    /// The provider's name of an account such as <c>oidc:ada</c>; <see langword="null"/> for one of this server, whose names have no colon.
    /// </summary>
    public static string? ProviderName(string name) =>
        name.StartsWith(ProviderStart, StringComparison.Ordinal) ? name[ProviderStart.Length..] : null;

    /// <summary>An account of the provider among those of this server: as the audit log writes it.</summary>
    public static string NameOf(OidcAccountRow account) => OfProvider(account.Name);

    /// <inheritdoc cref="NameOf"/>
    public static string OfProvider(string name) => ProviderStart + name;

    /// <summary>The present rights of the owner of a personal token.</summary>
    /// <returns>
    /// <see langword="null"/> when there is no such account any more, it is locked, or a person of the provider has not signed in for too
    /// long.
    /// </returns>
    public async Task<Rights?> OfOwnerAsync(DbSession db, string owner, long now)
    {
        if (ProviderName(owner) is not { } name)
            return await UserQueries.FindAsync(db, owner) is { LockedAt: null } user ? user.Rights : null;
        return
            options.Oidc is { } provider
            && await OidcQueries.ByNameAsync(db, name) is { } account
            && account.Issuer == provider.Issuer
            && account.LockedAt is null
            && account.SignedInAt > now - (long)ProvenFor.TotalMilliseconds
            ? provider.Map.RightsOf(OidcGroups.Read(account.Groups))
            : null;
    }

    /// <returns><see langword="null"/> when the account has no rights any more.</returns>
    public ClaimsPrincipal? Principal(SessionRow session)
    {
        var rights = session.Kind switch
        {
            Local => session.LockedAt is null ? Rights.Read(session.Grants!) : Rights.None,
            Provider when options.Oidc is { } provider && session.LockedAt is null => provider.Map.RightsOf(
                OidcGroups.Read(session.Groups!)
            ),
            _ => Rights.None,
        };
        if (!rights.May(Permission.Console))
            return null;
        return new Caller(
            session.Name,
            session.Actor,
            session.Actor,
            rights,
            CookieAuthenticationDefaults.AuthenticationScheme,
            Session.IdOf(session)
        )
        {
            User = session.Kind == Local ? session.Name : session.Actor,
        }.Principal();
    }
}
