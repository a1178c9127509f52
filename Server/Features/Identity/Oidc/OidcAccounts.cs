using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Scim;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>
/// People of the provider. A person is issuer and subject: names and e-mail addresses are given to others, or chosen by themselves.
/// </summary>
internal sealed class OidcAccounts(
    OidcSettings settings,
    ServerOptions options,
    ProviderLink provider,
    Database database,
    IDataProtectionProvider protection,
    TimeProvider clock
)
{
    private const string UserNameClaim = "preferred_username";

    /// <summary>Opens a session for the person of a proven ID token.</summary>
    /// <exception cref="OidcException">
    /// Not as strong a sign-in as required, in no group with a role, not the person SCIM knows, or userinfo is of another person.
    /// </exception>
    public async Task<SessionRow> SignInAsync(HttpContext context, JsonElement idClaims, OidcTokens tokens)
    {
        var subject = Claims.Text(idClaims, "sub")!;
        var info = await provider.UserInfoAsync(tokens.Access, context.RequestAborted);
        // OpenID Connect Core §5.3.2: userinfo of another subject must not be used.
        if (info is { } told && Claims.Text(told, "sub") != subject)
            throw new OidcException(OidcFault.Unproven, "the provider's userinfo is of another person than its ID token");
        var claimed = GroupsOf(idClaims, info);
        var display = NameOf(idClaims, info) ?? subject;
        var userName = (info is { } names ? Claims.Text(names, UserNameClaim) : null) ?? Claims.Text(idClaims, UserNameClaim);
        var strength = SignInStrength.Of(idClaims);
        if (strength.Problem(settings, clock.GetUtcNow()) is { } weak)
            throw await database.WriteAsync(write =>
                RefuseAsync(write, $"{settings.Name}: {Printable(display)} was refused. {weak}", weak, OidcFault.Weak)
            );
        var (session, refused) = await database.WriteAsync<(SessionRow?, OidcException?)>(async write =>
        {
            var person = await ProvisionedSignIn.FindAsync(write, settings, subject, Claims.Text(idClaims, "oid"), userName);
            var groups = await GroupsAsync(write, person, claimed);
            if (person.Refused is { } why)
                return (null, await RefuseAsync(write, $"{settings.Name}: {Printable(display)} was refused. {why}", why));
            if (settings.Map.Of(groups).Count == 0)
            {
                // What the person was in before no longer counts for personal tokens either.
                if (person.Known is { } known)
                    await OidcQueries.GroupsAsync(write, known.Name, OidcGroups.Write(groups));
                return (
                    null,
                    await RefuseAsync(
                        write,
                        $"{settings.Name}: no role for {Printable(display)}, of {OidcGroups.Told(groups)}.",
                        $"{settings.Name} knows you as ‘{Printable(display)}’, with {OidcGroups.Told(groups)}. None of that is mapped to a "
                            + "role here (--oidc-map)."
                    )
                );
            }
            var account = await KeepAsync(write, await person.BindAsync(write, subject), subject, display, groups);
            return (
                await Session.OpenAsync(
                    write,
                    context,
                    clock,
                    options.SessionLife,
                    new()
                    {
                        Kind = Accounts.Provider,
                        Name = account.Name,
                        Method = settings.Name,
                        Stamp = account.SecurityStamp,
                        // A provider that still knew the browser has seen the person then.
                        ProvedAt = strength.At?.ToUnixTimeMilliseconds() ?? 0,
                        RefreshAt = clock.Now() + (long)options.SessionRefresh.TotalMilliseconds,
                        ProviderId = Claims.Text(idClaims, "sid") ?? "",
                        Sealed = tokens.Seal(protection),
                    },
                    $"{settings.Name} ({strength})"
                ),
                null
            );
        });
        return session ?? throw refused!;
    }

    /// <summary>Groups of userinfo where it has the claim, else of the ID token.</summary>
    public IReadOnlyList<string> GroupsOf(JsonElement? idClaims, JsonElement? info) =>
        info is { } told && told.TryGetProperty(settings.GroupsClaim, out _) ? Claims.Texts(told, settings.GroupsClaim)
        : idClaims is { } claims ? Claims.Texts(claims, settings.GroupsClaim)
        : [];

    /// <summary>Of a provisioned person the groups that SCIM says; the claim counts for everyone else.</summary>
    private static async Task<IReadOnlyList<string>> GroupsAsync(
        DbSession write,
        ProvisionedSignIn person,
        IReadOnlyList<string> claimed
    ) =>
        person switch
        {
            { First: { } first } => OidcGroups.Read((await OidcQueries.ByNameAsync(write, first.Account))!.Groups),
            { Known: { ScimId: not null } known } => OidcGroups.Read(known.Groups),
            _ => claimed,
        };

    private async Task<OidcException> RefuseAsync(DbSession write, string entry, string why, OidcFault fault = OidcFault.NoAccess)
    {
        await AuditLog.AppendAsync(write, clock, "server", SessionActions.Refuse, "oidc", entry);
        return new(fault, why);
    }

    private async Task<OidcAccountRow> KeepAsync(
        DbSession write,
        OidcAccountRow? known,
        string subject,
        string display,
        IReadOnlyList<string> groups
    )
    {
        var (stored, now) = (OidcGroups.Write(groups), clock.Now());
        if (known is { SignedInAt: > 0 })
        {
            if (known.Groups != stored)
                await AuditLog.AppendAsync(
                    write,
                    clock,
                    $"oidc:{known.Name}",
                    SessionActions.Groups,
                    $"oidc:{known.Name}",
                    $"{settings.Name} says: {OidcGroups.Told(groups)}."
                );
            await OidcQueries.RenewAsync(write, known.Name, known.ScimId is null ? display : known.Display, stored, now);
            return known;
        }
        var row =
            known
            ?? new OidcAccountRow
            {
                Name = await OidcNames.FreeAsync(write, display),
                Issuer = settings.Issuer,
                Subject = subject,
                Display = display,
                Groups = stored,
                SecurityStamp = Tokens.Secret.New(),
                CreatedAt = now,
                SignedInAt = now,
            };
        if (known is null)
            await OidcQueries.InsertAsync(write, row);
        else
            await OidcQueries.RenewAsync(write, known.Name, known.Display, stored, now);
        await AuditLog.AppendAsync(
            write,
            clock,
            $"oidc:{row.Name}",
            SessionActions.FirstSignIn,
            $"oidc:{row.Name}",
            $"First sign-in of {Printable(display)} ({subject} at {settings.Issuer}); {settings.Name} says: {OidcGroups.Told(groups)}."
        );
        return row;
    }

    private static string? NameOf(JsonElement idClaims, JsonElement? info)
    {
        foreach (var claim in new[] { UserNameClaim, "email", "name" })
        {
            var name = (info is { } told ? Claims.Text(told, claim) : null) ?? Claims.Text(idClaims, claim);
            if (!string.IsNullOrWhiteSpace(name))
                return name[..Math.Min(name.Length, OidcNames.Longest)];
        }
        return null;
    }

    private static string Printable(string text) => ShownText.OneLine(text);
}
