using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Webhooks.Events;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Users;

/// <summary>The result of a change of an account.</summary>
/// <param name="Refused">Why it was not made; <see langword="null"/> when it was.</param>
/// <param name="Status">The HTTP status of that.</param>
/// <param name="Password">A new password, shown once, where one was made.</param>
internal sealed record UserOutcome(string? Refused = null, int Status = StatusCodes.Status409Conflict, string? Password = null)
{
    public static UserOutcome Unknown(string name) => new($"There is no user '{name}'.", StatusCodes.Status404NotFound);
}

/// <summary>
/// The author of a change of accounts, with their own rights. An author cannot give or take rights that they do not have, and cannot lock
/// themselves out.
/// </summary>
/// <param name="Database">The store.</param>
/// <param name="Clock">Stamps it.</param>
/// <param name="Actor">As the audit log writes it.</param>
/// <param name="Rights">Theirs.</param>
/// <param name="Self">Their own account; <see langword="null"/> when the author has none.</param>
internal sealed record UserChange(Database Database, TimeProvider Clock, string Actor, Rights Rights, string? Self)
{
    /// <summary>A person at the machine of the store may do everything with it.</summary>
    public static UserChange OfCommandLine(Database database, TimeProvider clock, string actor) =>
        new(database, clock, actor, Rights.Of(new AccessGrant(Role.Admin)), null);

    public static UserChange Of(HttpContext context, Database database, TimeProvider clock) =>
        new(database, clock, context.User.Actor(), context.User.Rights(), context.User.User());

    /// <summary>Finds the account, checks for an objection, changes it, and records that in the log: one transaction.</summary>
    /// <param name="name">The account.</param>
    /// <param name="reason">Why.</param>
    /// <param name="against">The objection; <see langword="null"/> for none.</param>
    /// <param name="change">Changes it and says what happened: action and text of the entry.</param>
    public Task<UserOutcome> RunAsync(
        string name,
        string? reason,
        Func<DbSession, UserRow, Task<string?>> against,
        Func<DbSession, UserRow, Task<(EventType Action, string Text)>> change
    ) =>
        ReasonProblem(reason) is { } problem ? Task.FromResult(problem)
        : Accounts.ProviderName(name) is not null
            ? Task.FromResult(
                new UserOutcome(
                    $"{name} is managed by the identity provider: change its groups there, and sign it out here so that they are asked for "
                        + "again."
                )
            )
        : Database.WriteAsync(async write =>
        {
            if (await UserQueries.FindAsync(write, name) is not { } row)
                return UserOutcome.Unknown(name);
            if (Beyond(GrantsText.Read(row.Grants)) is { } beyond)
                return new(beyond, StatusCodes.Status403Forbidden);
            if (await against(write, row) is { } refused)
                return new(refused);
            var (action, text) = await change(write, row);
            await AuditLog.AppendAsync(write, Clock, Actor, action, $"user:{name}", text, reason!.Trim());
            return new();
        });

    /// <returns>What is wrong with a reason; <see langword="null"/> when nothing is.</returns>
    public static UserOutcome? ReasonProblem(string? reason) =>
        Publish.ReasonProblems(reason).FirstOrDefault() is { } problem
            ? new($"reason: {problem.Rule}", StatusCodes.Status400BadRequest)
            : null;

    /// <summary>Why these grants are not theirs to give or to touch; <see langword="null"/> when they are.</summary>
    public string? Beyond(IReadOnlyList<AccessGrant> grants) =>
        grants.Select(grant => (Grant: grant, Lacks: Rights.Lacks(grant).ToList())).FirstOrDefault(one => one.Lacks.Count > 0)
            is { Grant: { } beyond, Lacks: var lacks }
            ? $"'{beyond}' goes beyond your own rights: {string.Join(", ", lacks)}. You can only grant or revoke permissions that you have."
            : null;

    /// <summary>Refuses a change that would leave no account that can manage users.</summary>
    public static async Task<string?> LastAdminAsync(DbSession db, UserRow row) =>
        IsAdmin(row) && !(await UserQueries.ListAsync(db)).Any(other => other.Name != row.Name && IsAdmin(other))
            ? $"{row.Name} is the last unlocked administrator: add another one first."
            : null;

    private static bool IsAdmin(UserRow row) => row.Rights.Over(Permission.UsersManage).IsFleet;
}
