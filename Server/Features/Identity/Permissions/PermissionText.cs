using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>Permissions in words, for people who read which ones they have and lack.</summary>
internal static class PermissionText
{
    public static string Of(Permission permission) =>
        permission switch
        {
            Permission.Own => "oneself: rights, sessions, personal tokens",
            Permission.Console => "open the console",
            Permission.HostsRead => "look at hosts, and at what is decided for them",
            Permission.HostsWrite => "label hosts, and let them leave",
            Permission.PoliciesPublish => "publish, assign, roll back and remove policies",
            Permission.RolloutsStart => "plan rollouts and steer them",
            Permission.RolloutsApprove => "say yes to rollouts that others planned",
            Permission.FreezesWrite => "set and end freezes",
            Permission.HoldsWrite => "hold hosts and release them",
            Permission.ExceptionsWrite => "take hosts out of judgement for a while",
            Permission.CapturesWrite => "attach captures, and remove them",
            Permission.AuditRead => "read the audit log",
            Permission.Export => "export evidence: compliance, the audit log",
            Permission.HostsEnrol => "approve hosts that enrol, decide about copies, ask for new secrets",
            Permission.TokensEnrol => "make and revoke enrolment tokens",
            Permission.AccessRead => "look at users, tokens and settings",
            Permission.TokensManage => "make service tokens, replace and revoke anybody's",
            Permission.UsersManage => "add, change, lock and remove users",
            Permission.ServerManage => "change settings: webhooks, retention, legal holds",
            _ => throw new ArgumentOutOfRangeException(nameof(permission), permission, "No words for it."),
        };

    /// <summary>Why a caller may not do it: the permission it needs, the roles that have it, and the caller's roles.</summary>
    public static string Denial(Permission permission, Rights rights)
    {
        var roles = RolePermissions.With(permission);
        var have =
            $"It needs {permission} ({Of(permission)}), which "
            + $"{(roles.Count == 1 ? "the role " : "the roles ")}{string.Join(" and ", roles.Select(GrantsText.Name))} "
            + $"{(roles.Count == 1 ? "has" : "have")}.";
        var cut = permission.IsFleetOnly() && rights.Grants.Any(grant => grant.Selector.Length > 0 && grant.Role.Has(permission));
        return $"{have} You are {GrantsText.Told(rights.Grants)}{(cut ? ", and a role for some hosts only does not give it" : "")}.";
    }
}
