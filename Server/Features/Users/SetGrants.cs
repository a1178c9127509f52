using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Requests;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Users;

/// <summary>Replaces what an account may do. It holds from the next request on, in open sessions too.</summary>
internal static class SetGrants
{
    /// <summary>The ETag of what an account may do.</summary>
    public static string Tag(IReadOnlyList<AccessGrant> grants) => IfMatch.Tag(GrantsText.Write(grants));

    /// <param name="by">Who.</param>
    /// <param name="name">The account.</param>
    /// <param name="grants">All it may do from then on.</param>
    /// <param name="reason">Why.</param>
    /// <param name="holds">
    /// Whether the change was made from the present grants; <see langword="null"/> where the caller does not state its base.
    /// </param>
    public static async Task<UserOutcome> RunAsync(
        UserChange by,
        string name,
        IReadOnlyList<AccessGrant>? grants,
        string? reason,
        Func<IReadOnlyList<AccessGrant>, bool>? holds = null
    )
    {
        if (GrantsText.Problems(grants).ToList() is { Count: > 0 } problems)
            return new(string.Join("; ", problems), StatusCodes.Status400BadRequest);
        if (grants!.Count == 0)
            return new("grants: at least one; remove the account, or lock it, to leave none", StatusCodes.Status400BadRequest);
        if (by.Self == name)
            return new("These are your own grants: another administrator changes them.", StatusCodes.Status403Forbidden);
        if (by.Beyond(grants) is { } beyond)
            return new(beyond, StatusCodes.Status403Forbidden);
        var overtaken = false;
        var outcome = await by.RunAsync(
            name,
            reason,
            async (db, row) =>
            {
                var now = GrantsText.Read(row.Grants);
                overtaken = holds?.Invoke(now) == false;
                return overtaken
                        ? $"{name} is now {GrantsText.Told(now)}. Nothing was changed: get the grants again, and repeat the call with "
                            + "the ETag of that answer."
                    : Rights.Of(grants).Over(Permission.UsersManage).IsFleet ? null
                    : await UserChange.LastAdminAsync(db, row);
            },
            async (write, row) =>
            {
                await UserQueries.GrantsAsync(write, name, GrantsText.Write(grants));
                return (
                    AccountActions.SetGrants,
                    $"User {name} is {GrantsText.Told(grants)}; was {GrantsText.Told(GrantsText.Read(row.Grants))}."
                );
            }
        );
        return overtaken ? outcome with { Status = StatusCodes.Status412PreconditionFailed } : outcome;
    }
}
