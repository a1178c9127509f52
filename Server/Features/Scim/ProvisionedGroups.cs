using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Scim.Groups;
using IwTune.Server.Features.Scim.Users;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Scim;

/// <summary>
/// Gives accounts the groups that SCIM put their people into. The group map turns them into roles with every call, so a change takes effect
/// in open sessions from the next request on.
/// </summary>
internal static class ProvisionedGroups
{
    /// <summary>The names that the group map may use for them.</summary>
    public static IReadOnlyList<string> NamesOf(IEnumerable<ScimGroupRow> groups) =>
        [
            .. groups
                .SelectMany(group => group.ExternalId is { } external ? (string[])[group.DisplayName, external] : [group.DisplayName])
                .Distinct(StringComparer.Ordinal),
        ];

    /// <summary>Brings the accounts of these people up to date, within the transaction of the change.</summary>
    public static async Task RenewAsync(DbSession write, ScimCall call, IReadOnlyList<string> users)
    {
        if (users.Count == 0)
            return;
        var groups = await ScimGroupQueries.OfUsersAsync(write, users);
        var entries = new List<(string, string)>();
        foreach (var account in await OidcQueries.ProvisionedAsync(write, users))
        {
            var names = NamesOf(groups[account.ScimId!]);
            var stored = OidcGroups.Write(names);
            if (stored == account.Groups)
                continue;
            await OidcQueries.GroupsAsync(write, account.Name, stored);
            entries.Add(($"oidc:{account.Name}", $"SCIM says: {OidcGroups.Told(names)}."));
        }
        await ScimUserQueries.TouchAsync(write, users, call.Now);
        if (entries.Count > 0)
            await AuditLog.AppendAsync(write, call.Clock, call.Actor, SessionActions.Groups, entries, "");
    }
}
