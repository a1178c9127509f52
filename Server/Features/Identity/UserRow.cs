using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Identity;

/// <summary>A person's account as it is stored.</summary>
internal sealed class UserRow
{
    public string Name { get; init; } = "";
    public string PasswordHash { get; init; } = "";
    public string Scope { get; init; } = "";
    public string SecurityStamp { get; init; } = "";
    public long Failed { get; init; }
    public long? LockedUntil { get; init; }
    public long CreatedAt { get; init; }

    public TokenScope ReadScope() => Enum.Parse<TokenScope>(Scope);
}
