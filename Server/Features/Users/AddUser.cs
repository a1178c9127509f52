using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Users;

/// <summary>Makes an account with a random password, shown once.</summary>
internal static class AddUser
{
    /// <summary>Of the account that the first start makes, where the installer names no other.</summary>
    public const string FirstName = "admin";
    private const int MaxName = 64;

    /// <summary>What is wrong with a name; <see langword="null"/> when nothing is.</summary>
    public static string? Problem(string name) =>
        name.Length is > 0 and <= MaxName
        && name.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c is '-' or '_' or '.' or '@')
            ? null
            : $"'{name}': a user's name is 1 to {MaxName} lower-case letters, digits, '-', '_', '.' or '@'";

    /// <returns>The password; <see langword="null"/> when the name is taken.</returns>
    public static Task<string?> RunAsync(
        Database database,
        TimeProvider clock,
        string actor,
        string name,
        IReadOnlyList<AccessGrant> grants
    ) => database.WriteAsync(write => RunAsync(write, clock, actor, name, grants));

    /// <summary>The same by a person: limited to the grants that the person may give.</summary>
    public static async Task<UserOutcome> RunAsync(UserChange by, string? name, IReadOnlyList<AccessGrant>? grants)
    {
        if (Problem(name ?? "") is { } problem)
            return new($"name: {problem}", StatusCodes.Status400BadRequest);
        if (GrantsText.Problems(grants).ToList() is { Count: > 0 } problems)
            return new(string.Join("; ", problems), StatusCodes.Status400BadRequest);
        if (grants!.Count == 0)
            return new("grants: at least one is required", StatusCodes.Status400BadRequest);
        if (by.Beyond(grants) is { } beyond)
            return new(beyond, StatusCodes.Status403Forbidden);
        return await RunAsync(by.Database, by.Clock, by.Actor, name!, grants) is { } password
            ? new(Password: password)
            : new($"User '{name}' already exists; choose another name.");
    }

    /// <summary>Makes the administrator of a new server.</summary>
    /// <returns>The password; <see langword="null"/> when there is a user already.</returns>
    public static Task<string?> FirstAsync(Database database, TimeProvider clock, string name) =>
        database.WriteAsync(async write =>
            await UserQueries.AnyAsync(write) ? null : await RunAsync(write, clock, "server", name, [new(Role.Admin)])
        );

    private static async Task<string?> RunAsync(
        DbSession write,
        TimeProvider clock,
        string actor,
        string name,
        IReadOnlyList<AccessGrant> grants
    )
    {
        if (await UserQueries.FindAsync(write, name) is not null || await OidcQueries.ByNameAsync(write, name) is not null)
            return null;
        var password = Passwords.New();
        await UserQueries.InsertAsync(
            write,
            new UserRow
            {
                Name = name,
                PasswordHash = Passwords.Hash(password),
                PasswordUntil = InitialPassword.Until(clock),
                Grants = GrantsText.Write(grants),
                SecurityStamp = Secret.New(),
                CreatedAt = clock.Now(),
            }
        );
        await AuditLog.AppendAsync(
            write,
            clock,
            actor,
            AccountActions.Create,
            $"user:{name}",
            $"User {name} is {GrantsText.Told(grants)}."
        );
        return password;
    }
}
