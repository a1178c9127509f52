using IwTune.Server.Console;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>Permissions in words, for people who read which ones they have and lack.</summary>
internal static class PermissionText
{
    public static string Of(Permission permission) =>
        permission switch
        {
            Permission.Own => "own account: permissions, sessions, personal tokens",
            Permission.Console => "open the console",
            Permission.HostsRead => "view hosts and their policies",
            Permission.HostsWrite => "label and retire hosts, share views",
            Permission.PoliciesPublish => "publish, assign, roll back and remove policies",
            Permission.RolloutsStart => "plan and control rollouts",
            Permission.RolloutsApprove => "approve rollouts and exceptions of others",
            Permission.FreezesWrite => "set and end freezes",
            Permission.HoldsWrite => "hold and release hosts",
            Permission.ExceptionsWrite => "grant and end exceptions",
            Permission.CapturesWrite => "attach and remove captures and surveys",
            Permission.AuditRead => "read and export the audit log",
            Permission.Export => "export compliance evidence",
            Permission.Runs => "schedule, start, read and share compliance runs",
            Permission.Attest => "attest compliance runs",
            Permission.HostsEnrol => "approve enrolling hosts, decide on copies, request new secrets",
            Permission.TokensEnrol => "create and revoke enrolment tokens",
            Permission.AccessRead => "view users, tokens and settings",
            Permission.TokensManage => "create service tokens, replace and revoke all tokens",
            Permission.UsersManage => "add, change, lock and remove users",
            Permission.UsersProvision => "provision people and groups of the identity provider (SCIM)",
            Permission.ServerManage => "change settings: webhooks, retention, legal holds",
            _ => throw new ArgumentOutOfRangeException(nameof(permission), permission, "No words for it."),
        };

    /// <summary>Why a caller may not do it: the permission it needs, the roles that have it, and the caller's roles.</summary>
    public static string Denial(Permission permission, Rights rights)
    {
        var roles = RolePermissions.With(permission);
        var have =
            $"It needs {permission} ({Of(permission)}), which "
            + $"{(roles.Count == 1 ? "the role " : "the roles ")}{Sentences.List([.. roles.Select(GrantsText.Name)])} "
            + $"{(roles.Count == 1 ? "has" : "have")}.";
        var cut = permission.IsFleetOnly() && rights.Grants.Any(grant => grant.Selector.Length > 0 && grant.Role.Has(permission));
        return $"{have} You are {GrantsText.Told(rights.Grants)}{(cut ? "; a role for some hosts only does not grant it" : "")}.";
    }
}
