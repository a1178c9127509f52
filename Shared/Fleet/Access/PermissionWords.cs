namespace IwTune.Shared.Fleet.Access;

/// <summary>Permissions in words, for people who read which ones they have and lack.</summary>
public static class PermissionWords
{
    /// <summary>What it permits: <c>hold and release hosts</c>.</summary>
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
}
