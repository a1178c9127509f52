using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Hosts.Views;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Scim.Users;

/// <summary>
/// The account of a provisioned person: the same that a sign-in through the provider makes. Before the first sign-in its subject is a
/// place-holder.
/// </summary>
internal static class ScimAccounts
{
    private const string LockedText = "sessions ended, personal tokens suspended";

    /// <summary>Makes the account, or takes over that of a person who has signed in before.</summary>
    public static async Task MakeAsync(DbSession write, ScimCall call, ScimUserRow row, string display)
    {
        if (row.ExternalId is { } external && await OidcQueries.FindAsync(write, row.Issuer, external) is { ScimId: null } known)
        {
            // Its roles follow the groups of SCIM from now on, of which it has none yet.
            await OidcQueries.ProvisionAsync(write, known.Name, row.Id, "[]", row.LockedAt);
            await OidcQueries.ChangeAsync(write, known.Name, display, row.LockedAt);
            await AppendAsync(write, call, AccountActions.Create, known.Name, $"SCIM keeps this account from now on, as {row.UserName}.");
            if (row.LockedAt is not null)
                await LockAsync(write, call, known.Name);
            return;
        }
        var name = await OidcNames.FreeAsync(write, row.UserName);
        await OidcQueries.InsertAsync(
            write,
            new()
            {
                Name = name,
                Issuer = row.Issuer,
                Subject = Pending(row.Id),
                Display = display,
                SecurityStamp = Secret.New(),
                CreatedAt = row.CreatedAt,
                ScimId = row.Id,
                LockedAt = row.LockedAt,
            }
        );
        await AppendAsync(
            write,
            call,
            AccountActions.Create,
            name,
            $"SCIM provisioned {row.UserName}{(row.LockedAt is null ? "" : ", deactivated")}."
        );
    }

    /// <summary>Carries a change of the person over, first of all a lock.</summary>
    public static async Task ChangeAsync(DbSession write, ScimCall call, ScimUserRow before, ScimUserRow after, string display)
    {
        await OidcQueries.ChangeAsync(write, before.Account, display, after.LockedAt);
        if (before.LockedAt is null && after.LockedAt is not null)
            await LockAsync(write, call, before.Account);
        else if (before.LockedAt is not null && after.LockedAt is null)
            await AppendAsync(write, call, AccountActions.Unlock, before.Account, $"{after.UserName} was activated by SCIM.");
    }

    /// <summary>Removes the account with its sessions and personal tokens; what it did stays in the audit log.</summary>
    public static async Task RemoveAsync(DbSession write, ScimCall call, ScimUserRow row)
    {
        // A later account of the same name must not find what this one left.
        var actor = Accounts.OfProvider(row.Account);
        var ended = await TokenQueries.RevokeOwnedAsync(write, actor, call.Now);
        await SessionQueries.EndAllAsync(write, Accounts.Provider, row.Account);
        await SavedViewQueries.RemovePrivateAsync(write, actor);
        await OidcQueries.RemoveAsync(write, row.Account);
        await AppendAsync(
            write,
            call,
            AccountActions.Remove,
            row.Account,
            $"SCIM removed {row.UserName}{(ended > 0 ? $"; {ended} personal token(s) are void" : "")}."
        );
    }

    /// <summary>The subject of an account whose person has not signed in.</summary>
    public static string Pending(string id) => $"scim:{id}";

    private static async Task LockAsync(DbSession write, ScimCall call, string account)
    {
        await SessionQueries.EndAllAsync(write, Accounts.Provider, account);
        await AppendAsync(write, call, AccountActions.Lock, account, $"{account} was deactivated by SCIM; {LockedText}.");
    }

    private static Task AppendAsync(DbSession write, ScimCall call, Webhooks.Events.EventType action, string account, string text) =>
        AuditLog.AppendAsync(write, call.Clock, call.Actor, action, Accounts.OfProvider(account), text);
}
