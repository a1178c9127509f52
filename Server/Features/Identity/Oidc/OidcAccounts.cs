using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Users;
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
    private const int LongestName = 60;

    /// <summary>Opens a session for the person of a proven ID token.</summary>
    /// <exception cref="OidcException">In no group with a role here, or userinfo is about another person.</exception>
    public async Task<SessionRow> SignInAsync(HttpContext context, JsonElement idClaims, OidcTokens tokens)
    {
        var subject = Claims.Text(idClaims, "sub")!;
        var info = await provider.UserInfoAsync(tokens.Access, context.RequestAborted);
        // OpenID Connect Core §5.3.2: userinfo of another subject must not be used.
        if (info is { } told && Claims.Text(told, "sub") != subject)
            throw new OidcException(OidcFault.Unproven, "the provider's userinfo is of another person than its ID token");
        var groups = GroupsOf(idClaims, info);
        var display = NameOf(idClaims, info) ?? subject;
        if (settings.Map.Of(groups).Count == 0)
        {
            await database.WriteAsync(async write =>
            {
                // What the person was in before no longer counts for personal tokens either.
                if (await OidcQueries.FindAsync(write, settings.Issuer, subject) is { } known)
                    await OidcQueries.GroupsAsync(write, known.Name, OidcGroups.Write(groups));
                await AuditLog.AppendAsync(
                    write,
                    clock,
                    "server",
                    SessionActions.Refuse,
                    "oidc",
                    $"{settings.Name}: no role for {Printable(display)}, of {OidcGroups.Told(groups)}."
                );
                return true;
            });
            throw new OidcException(
                OidcFault.NoAccess,
                $"{settings.Name} knows you as ‘{Printable(display)}’, with {OidcGroups.Told(groups)}. None of that is mapped to a role "
                    + "here (--oidc-map)."
            );
        }
        return await database.WriteAsync(async write =>
        {
            var account = await KeepAsync(write, subject, display, groups);
            return await Session.OpenAsync(
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
                    RefreshAt = clock.Now() + (long)options.SessionRefresh.TotalMilliseconds,
                    ProviderId = Claims.Text(idClaims, "sid") ?? "",
                    Sealed = tokens.Seal(protection),
                }
            );
        });
    }

    /// <summary>Groups of userinfo where it has the claim, else of the ID token.</summary>
    public IReadOnlyList<string> GroupsOf(JsonElement? idClaims, JsonElement? info) =>
        info is { } told && told.TryGetProperty(settings.GroupsClaim, out _) ? OidcGroups.Of(told, settings.GroupsClaim)
        : idClaims is { } claims ? OidcGroups.Of(claims, settings.GroupsClaim)
        : [];

    private async Task<OidcAccountRow> KeepAsync(DbSession write, string subject, string display, IReadOnlyList<string> groups)
    {
        var (stored, now) = (OidcGroups.Write(groups), clock.Now());
        if (await OidcQueries.FindAsync(write, settings.Issuer, subject) is { } known)
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
            await OidcQueries.RenewAsync(write, known.Name, display, stored, now);
            return known;
        }
        var row = new OidcAccountRow
        {
            Name = await FreeNameAsync(write, display),
            Issuer = settings.Issuer,
            Subject = subject,
            Display = display,
            Groups = stored,
            SecurityStamp = Tokens.Secret.New(),
            CreatedAt = now,
            SignedInAt = now,
        };
        await OidcQueries.InsertAsync(write, row);
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

    // The first account keeps a name for ever; for a namesake, also among local users, the next one becomes ada-2.
    private static async Task<string> FreeNameAsync(DbSession write, string display)
    {
        var wanted = new string([
            .. display
                .ToLowerInvariant()
                .Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' or '@' ? c : '-')
                .Take(LongestName),
        ]);
        for (var number = 1; ; number++)
        {
            var name = number == 1 ? wanted : $"{wanted[..Math.Min(wanted.Length, LongestName - 5)]}-{number}";
            if (await OidcQueries.ByNameAsync(write, name) is null && await UserQueries.FindAsync(write, name) is null)
                return name;
        }
    }

    private static string? NameOf(JsonElement idClaims, JsonElement? info)
    {
        foreach (var claim in new[] { "preferred_username", "email", "name" })
        {
            var name = (info is { } told ? Claims.Text(told, claim) : null) ?? Claims.Text(idClaims, claim);
            if (!string.IsNullOrWhiteSpace(name))
                return name[..Math.Min(name.Length, LongestName)];
        }
        return null;
    }

    private static string Printable(string text) => ShownText.OneLine(text);
}
