using IwTune.Server.Features.Users;

namespace IwTune.Server.Features.Identity;

/// <summary>An attempt that is counted, and the count before it.</summary>
/// <param name="User">The account.</param>
/// <param name="Browser">The known browser that it is counted with; <see langword="null"/> when with the account.</param>
/// <param name="Failed">Wrong ones before.</param>
/// <param name="LockedUntil">The lock before.</param>
internal sealed record Attempt(UserRow User, string? Browser, long Failed, long? LockedUntil);
