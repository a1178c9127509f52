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
            "add" => (await GrantAsync(by, user, input, [.. user.Grants]), "has the additional role"),
            "replace" => (await GrantAsync(by, user, input, []), "has only this role"),
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

    private static Task<UserOutcome> GrantAsync(UserChange by, UserSummary user, UserInput input, IReadOnlyList<AccessGrant> kept) =>
        SetGrants.RunAsync(by, user.Name, [.. kept, .. input.Grant is { } grant ? [grant] : Array.Empty<AccessGrant>()], input.Reason);
}
