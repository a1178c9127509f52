using System.Security.Claims;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Passkeys;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Identity;

/// <summary>One's own account: for a person's session; a token has none.</summary>
internal static class AccountEndpoints
{
    public static void MapAccount(this IEndpointRouteBuilder api)
    {
        var account = api.MapGroup(SignInPaths.Account).WithTags("Account");
        account.MapGet("", ShowAsync).Needs(Permission.Own).WithSummary("Sign-in methods and sessions of the caller");
        account.MapPost("/password", PasswordAsync).Needs(Permission.Own).WithSummary("Change your own password; other sessions end");
        account
            .MapPost("/confirmation", ConfirmAsync)
            .Needs(Permission.Own)
            .WithSummary("Confirm your password, and a code where an app is set up; changes of your account need it");
        account.MapDelete("/sessions", EndAllAsync).Needs(Permission.Own).WithSummary("Sign out everywhere else");
        account
            .MapDelete("/passkeys/{id}", RemovePasskeyAsync)
            .Needs(Permission.Own)
            .WithSummary("Remove one of your passkeys; registration is in the browser");
        account.MapDelete("/sessions/{id}", EndAsync).Needs(Permission.Own).WithSummary("Sign out one browser");
    }

    private static async Task<Results<Ok<AccountView>, JsonHttpResult<FleetProblem>>> ShowAsync(
        ClaimsPrincipal who,
        Database database,
        SecondFactor factor,
        ServerOptions options,
        TimeProvider clock
    )
    {
        if (who.Id().Length == 0)
            return NoSession();
        var (kind, name) = who.Owner();
        var state = kind == Accounts.Local ? await factor.StateAsync(name) : new FactorState(false, 0);
        var (sessions, passkeys, provider) = await database.ReadAsync(async db =>
            (
                await SessionQueries.OwnAsync(db, who, clock.Now(), options.SessionIdle),
                kind == Accounts.Local ? await PasskeyQueries.ListAsync(db, name) : [],
                kind == Accounts.Provider ? await OidcQueries.ByNameAsync(db, name) : null
            )
        );
        return TypedResults.Ok(
            new AccountView(
                name,
                kind == Accounts.Local,
                state.App,
                state.Codes,
                [.. passkeys.Select(row => row.Summary())],
                provider is null ? [] : OidcGroups.Read(provider.Groups),
                sessions
            )
        );
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> PasswordAsync(
        PasswordRequest request,
        HttpContext context,
        ClaimsPrincipal who,
        ChangePassword change,
        Confirmation confirmation
    )
    {
        if (who.Id().Length == 0 || who.Owner() is not (Accounts.Local, var name))
            return NoSession();
        if (await confirmation.ProblemAsync(who) is { } old)
            return NotConfirmed(old);
        return await change.RunAsync(context, name, request.Current ?? "", request.Wanted ?? "") is { Count: > 0 } problems
            ? RefusalAnswer.Invalid("The password was not changed.", string.Join(' ', problems))
            : TypedResults.NoContent();
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> ConfirmAsync(
        ConfirmationRequest request,
        HttpContext context,
        ClaimsPrincipal who,
        Confirmation confirmation
    )
    {
        if (who.Id().Length == 0 || who.Owner().Kind != Accounts.Local)
            return NoSession();
        return await confirmation.ConfirmAsync(context, request.Password, request.Code) is { } problem
            ? RefusalAnswer.Invalid("The password was not confirmed.", problem)
            : TypedResults.NoContent();
    }

    private static async Task<Results<Ok<SessionsEnded>, JsonHttpResult<FleetProblem>>> EndAllAsync(
        ClaimsPrincipal who,
        Database database,
        Confirmation confirmation,
        TimeProvider clock
    )
    {
        if (who.Id().Length == 0)
            return NoSession();
        return await confirmation.ProblemAsync(who) is { } problem
            ? NotConfirmed(problem)
            : TypedResults.Ok(new SessionsEnded(await EndSessions.OthersAsync(database, clock, who)));
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> EndAsync(
        string id,
        ClaimsPrincipal who,
        Database database,
        Confirmation confirmation,
        TimeProvider clock
    )
    {
        if (who.Id().Length == 0)
            return NoSession();
        if (await confirmation.ProblemAsync(who) is { } problem)
            return NotConfirmed(problem);
        return await EndSessions.OneAsync(database, clock, who, id)
            ? TypedResults.NoContent()
            : RefusalAnswer.NotFound($"session {id} of yours", $"See GET {SignInPaths.Account}.");
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RemovePasskeyAsync(
        string id,
        ClaimsPrincipal who,
        Database database,
        Confirmation confirmation,
        TimeProvider clock
    )
    {
        if (who.Id().Length == 0 || who.Owner() is not (Accounts.Local, var name))
            return NoSession();
        if (await confirmation.ProblemAsync(who) is { } problem)
            return NotConfirmed(problem);
        return await PasskeyProof.RemoveAsync(database, clock, name, id)
            ? TypedResults.NoContent()
            : RefusalAnswer.NotFound($"passkey {id} of yours", $"See GET {SignInPaths.Account}.");
    }

    private static JsonHttpResult<FleetProblem> NotConfirmed(string problem) =>
        RefusalAnswer.Of(
            StatusCodes.Status403Forbidden,
            problem,
            $"POST {SignInPaths.Confirmation} confirms a local account by its password, and a code where an app is set up; people of the "
                + "provider sign in again."
        );

    private static JsonHttpResult<FleetProblem> NoSession() =>
        RefusalAnswer.Of(
            StatusCodes.Status403Forbidden,
            "This requires a session of a person.",
            "A token has no password and no sessions; sign in to the console."
        );
}
