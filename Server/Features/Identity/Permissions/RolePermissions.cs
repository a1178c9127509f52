using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>What each role may do. The only place that says so; docs/access-matrix.md is made from it.</summary>
internal static class RolePermissions
{
    private static readonly Permission[] Look = [Permission.Own, Permission.Console, Permission.HostsRead];

    private static readonly Dictionary<Role, HashSet<Permission>> Sets = new()
    {
        [Role.Viewer] = [.. Look],
        [Role.Operator] =
        [
            .. Look,
            Permission.AuditRead,
            Permission.Export,
            Permission.Runs,
            Permission.HostsWrite,
            Permission.PoliciesPublish,
            Permission.RolloutsStart,
            Permission.FreezesWrite,
            Permission.HoldsWrite,
            Permission.ExceptionsWrite,
            Permission.CapturesWrite,
        ],
        [Role.Approver] =
        [
            .. Look,
            Permission.AuditRead,
            Permission.Export,
            Permission.Runs,
            Permission.Attest,
            Permission.RolloutsApprove,
        ],
        [Role.Admin] = [.. Enum.GetValues<Permission>()],
        [Role.Auditor] = [.. Look, Permission.AuditRead, Permission.Export, Permission.Runs, Permission.Attest, Permission.AccessRead],
        [Role.GitOps] = [Permission.Own, Permission.HostsRead, Permission.PoliciesPublish],
        [Role.Provisioner] = [Permission.Own, Permission.UsersProvision],
    };

    /// <summary>What has no part that belongs to some hosts only; a grant with a selector does not give it.</summary>
    private static readonly HashSet<Permission> FleetOnly =
    [
        Permission.FreezesWrite,
        Permission.CapturesWrite,
        Permission.AuditRead,
        Permission.Runs,
        Permission.Attest,
        Permission.HostsEnrol,
        Permission.AccessRead,
        Permission.TokensManage,
        Permission.UsersManage,
        Permission.UsersProvision,
        Permission.ServerManage,
    ];

    public static bool Has(this Role role, Permission permission) => Sets[role].Contains(permission);

    /// <summary>The roles that have it, the one of fewest permissions first.</summary>
    public static IReadOnlyList<Role> With(Permission permission) =>
        [.. Sets.Where(set => set.Value.Contains(permission)).OrderBy(set => set.Value.Count).Select(set => set.Key)];

    public static bool IsFleetOnly(this Permission permission) => FleetOnly.Contains(permission);
}
