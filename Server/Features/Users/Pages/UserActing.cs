using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Users.Pages;

/// <summary>What the buttons of a user's page do: the same as the API, with the same checks.</summary>
internal sealed class UserActing(Database database, TimeProvider clock, Flash flash)
{
    /// <returns>Why nothing was changed; <see langword="null"/> when it was.</returns>
    public async Task<string?> ChangeAsync(UserSummary user, UserInput input, HttpContext context)
    {
        if (!context.User.May(Permission.UsersManage))
        {
            context.Response.StatusCode = StatusCodes.Status403Forbidden;
            return null;
        }
        var (by, name, reason) = (UserChange.Of(context, database, clock), user.Name, input.Reason);
        var (outcome, done) = input.Action switch
        {
            "lock" => (await LockUser.RunAsync(by, name, reason), "is locked"),
            "unlock" => (await UnlockUser.RunAsync(by, name, reason), "may sign in again"),
            "sign-out" => await SignOutAsync(by, name, reason),
            "reset" => (await ResetPassword.RunAsync(by, name, reason), ""),
            "second-factor" => (await ResetSecondFactor.RunAsync(by, name, reason), "has neither a second factor nor a passkey now"),
            "add" => (await AddAsync(by, user, input), "has the additional role"),
            "replace" => (await SetGrants.RunAsync(by, name, Granted(input), reason), "has only this role"),
            _ => (new("Choose one of the actions."), ""),
        };
        if (outcome.Refused is { } problem)
            return problem;
        flash.Leave(
            context,
            outcome.Password is { } password
                ? new($"The new password of {name}, {CreatedUser.Rule}:", Secret: password)
                : new($"{name} {done}.")
        );
        context.Response.Redirect($"/users/{Address.Segment(name)}");
        return null;
    }

    /// <inheritdoc cref="ChangeAsync"/>
    public async Task<string?> RemoveAsync(string name, string reason, HttpContext context)
    {
        if (await RemoveUser.RunAsync(UserChange.Of(context, database, clock), name, reason) is { Refused: { } problem })
            return problem;
        flash.Leave(context, new($"{name} removed."));
        context.Response.Redirect("/users");
        return null;
    }

    private static async Task<(UserOutcome, string)> SignOutAsync(UserChange by, string name, string reason)
    {
        var (outcome, ended) = await SignOutUser.RunAsync(by, name, reason);
        return (outcome, ended == 0 ? "had no sessions" : $"is signed out everywhere: {Quantities.Of(ended, "browser")}");
    }

    /// <summary>To the roles that the account has now: another administrator may take one away at this moment.</summary>
    private static async Task<UserOutcome> AddAsync(UserChange by, UserSummary user, UserInput input)
    {
        var seen = SetGrants.Tag(user.Grants);
        var outcome = await SetGrants.RunAsync(
            by,
            user.Name,
            [.. user.Grants, .. Granted(input)],
            input.Reason,
            now => SetGrants.Tag(now) == seen
        );
        return outcome.Status == StatusCodes.Status412PreconditionFailed
            ? outcome with
            {
                Refused =
                    $"The roles of {user.Name} changed at the same time. Nothing was added: reload the page, then add the role again.",
            }
            : outcome;
    }

    private static IReadOnlyList<AccessGrant> Granted(UserInput input) => input.Grant is { } grant ? [grant] : [];
}
