using IwTune.Server.Console;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>Refusals for lack of a permission.</summary>
internal static class PermissionText
{
    /// <summary>Why a caller may not do it: the permission it needs, the roles that have it, and the caller's roles.</summary>
    public static string Denial(Permission permission, Rights rights)
    {
        var roles = RolePermissions.With(permission);
        var have =
            $"It needs {permission} ({PermissionWords.Of(permission)}), which "
            + $"{(roles.Count == 1 ? "the role " : "the roles ")}{Sentences.List([.. roles.Select(GrantsText.Name)])} "
            + $"{(roles.Count == 1 ? "has" : "have")}.";
        var cut = permission.IsFleetOnly() && rights.Grants.Any(grant => grant.Selector.Length > 0 && grant.Role.Has(permission));
        return $"{have} You are {GrantsText.Told(rights.Grants)}{(cut ? "; a role for some hosts only does not grant it" : "")}.";
    }
}
