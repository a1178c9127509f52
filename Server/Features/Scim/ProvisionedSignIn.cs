using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Scim.Users;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Scim;

/// <summary>
/// Who of the provisioned people signs in. The first sign-in finds the person by what SCIM and the ID token both say; from then on only the
/// subject counts.
/// </summary>
/// <param name="Known">The account of the subject.</param>
/// <param name="First">The provisioned person who signs in for the first time.</param>
/// <param name="Refused">Why the sign-in is refused, as a sentence.</param>
internal sealed record ProvisionedSignIn(OidcAccountRow? Known, ScimUserRow? First = null, string? Refused = null)
{
    /// <param name="db">The store.</param>
    /// <param name="settings">The provider.</param>
    /// <param name="subject">Of the ID token.</param>
    /// <param name="objectId">The claim <c>oid</c>: Entra ID has a subject for each application, which SCIM does not know.</param>
    /// <param name="userName">The claim <c>preferred_username</c>.</param>
    public static async Task<ProvisionedSignIn> FindAsync(
        DbSession db,
        OidcSettings settings,
        string subject,
        string? objectId,
        string? userName
    )
    {
        var known = await OidcQueries.FindAsync(db, settings.Issuer, subject);
        if (known is { ScimId: not null })
            return new(known, Refused: known.LockedAt is null ? null : Deactivated);
        var found = await ScimUserQueries.ByExternalAsync(db, settings.Issuer, subject);
        if (found is null && objectId is not null)
            found = await ScimUserQueries.ByExternalAsync(db, settings.Issuer, objectId);
        var named = userName is null ? null : await ScimUserQueries.ByNameAsync(db, settings.Issuer, ScimUserForm.Key(userName));
        if (found is null && settings.ScimMatchesNames)
            found = named;
        if (found is { SignedInAt: 0 })
            return new(known, found, found.LockedAt is null ? null : Deactivated);
        // As another account the person would keep roles that SCIM has taken away.
        if ((found ?? named) is { } other)
            return new(known, Refused: other.SignedInAt > 0 ? Bound(other) : Unmatched(other));
        return settings.ScimOnly
            ? new(known, Refused: "SCIM has not provisioned this person, and the server accepts no others (--scim-only).")
            : new(known);
    }

    /// <summary>Gives the person the account that SCIM made, or leaves them the one that they have.</summary>
    public async Task<OidcAccountRow?> BindAsync(DbSession write, string subject)
    {
        if (First is null)
            return Known;
        var made = (await OidcQueries.ByNameAsync(write, First.Account))!;
        if (Known is null)
        {
            await OidcQueries.BindAsync(write, made.Name, subject);
            return await OidcQueries.ByNameAsync(write, made.Name);
        }
        await OidcQueries.RemoveAsync(write, made.Name);
        await OidcQueries.ProvisionAsync(write, Known.Name, First.Id, made.Groups, made.LockedAt);
        await OidcQueries.ChangeAsync(write, Known.Name, made.Display, made.LockedAt);
        return await OidcQueries.ByNameAsync(write, Known.Name);
    }

    private const string Deactivated = "The account is locked: the identity provider has deactivated it.";

    private static string Bound(ScimUserRow other) =>
        $"SCIM keeps the account oidc:{other.Account} for this person, but it belongs to another subject. Remove the person by SCIM and "
        + "provision them again.";

    private static string Unmatched(ScimUserRow other) =>
        $"SCIM provisioned ‘{other.UserName}’, but its externalId is neither the subject nor the claim oid of this sign-in. Map one of "
        + "them to externalId at the provider, or run the server with --scim-match user-name.";
}
