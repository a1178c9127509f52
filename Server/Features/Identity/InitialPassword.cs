using IwTune.Server.Features.Users;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Identity;

/// <summary>A password that the server made, which others have seen: its person replaces it at the first sign-in, or it expires.</summary>
internal static class InitialPassword
{
    /// <summary>Until when one signs in that is made now.</summary>
    public static long Until(TimeProvider clock) => clock.GetUtcNow().AddDays(CreatedUser.ValidDays).ToUnixTimeMilliseconds();

    public static bool HasInitialPassword(this UserRow user) => user.PasswordUntil is not null;

    public static bool HasExpired(this UserRow user, long now) => user.PasswordUntil <= now;
}
