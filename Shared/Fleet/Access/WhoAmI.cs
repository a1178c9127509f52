namespace IwTune.Shared.Fleet.Access;

/// <summary>The identity behind a token or a session.</summary>
/// <param name="Name">The user's or the token's name, as the audit log writes it.</param>
/// <param name="ServerVersion">The server's version.</param>
/// <param name="Person">The person behind it, as the four-eyes rule counts people.</param>
/// <param name="Grants">Its roles. A personal token is limited by its person's grants as well.</param>
/// <param name="Permissions">What it may do now, somewhere in the fleet.</param>
public sealed record WhoAmI(
    string Name,
    string ServerVersion,
    string Person,
    IReadOnlyList<AccessGrant> Grants,
    IReadOnlyList<Permission> Permissions
);
