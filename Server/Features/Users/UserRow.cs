using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Users;

/// <summary>A person's stored account.</summary>
internal sealed class UserRow
{
    public string Name { get; init; } = "";
    public string PasswordHash { get; init; } = "";

    /// <summary>Until when a password that the server made signs in; <see langword="null"/> for one that its person chose.</summary>
    public long? PasswordUntil { get; init; }

    public string Grants { get; init; } = "[]";
    public string SecurityStamp { get; init; } = "";
    public long Failed { get; init; }
    public long? LockedUntil { get; init; }
    public long? LockedAt { get; init; }
    public string LockedReason { get; init; } = "";
    public long? SignedInAt { get; init; }
    public string SignedInFrom { get; init; } = "";
    public long CreatedAt { get; init; }

    /// <summary>The account's rights; none while it is locked.</summary>
    public Rights Rights => LockedAt is null ? Rights.Read(Grants) : Rights.None;

    /// <summary>Works also when local sign-in is otherwise off; every use is reported.</summary>
    public bool BreakGlass { get; init; }

    public bool HasRole(Role role) => Rights.Grants.Any(grant => grant.Role == role);
}
