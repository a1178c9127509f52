using System.Security.Claims;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Passkeys;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
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
        TimeProvider clock
    )
    {
        if (who.Id().Length == 0)
            return NoSession();
        var (kind, name) = who.Owner();
        var state = kind == Accounts.Local ? await factor.StateAsync(name) : new FactorState(false, 0);
        var (sessions, passkeys, provider) = await database.ReadAsync(async db =>
            (
                await SessionQueries.ListAsync(db, kind, name, clock.Now()),
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
                [.. sessions.Select(row => row.Summary(who.Id()))]
            )
        );
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> PasswordAsync(
        PasswordRequest request,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    )
    {
        if (who.Id().Length == 0 || who.Owner() is not (Accounts.Local, var name))
            return NoSession();
        return
            await ChangePassword.RunAsync(database, clock, name, who.Id(), request.Current ?? "", request.Wanted ?? "")
                is { Count: > 0 } problems
            ? RefusalAnswer.Invalid("The password was not changed.", string.Join(' ', problems))
            : TypedResults.NoContent();
    }

    private static async Task<Results<Ok<SessionsEnded>, JsonHttpResult<FleetProblem>>> EndAllAsync(
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    ) => who.Id().Length == 0 ? NoSession() : TypedResults.Ok(new SessionsEnded(await EndSessions.OthersAsync(database, clock, who)));

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> EndAsync(
        string id,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    )
    {
        if (who.Id().Length == 0)
            return NoSession();
        return await EndSessions.OneAsync(database, clock, who, id)
            ? TypedResults.NoContent()
            : RefusalAnswer.NotFound($"session {id} of yours", $"See GET {SignInPaths.Account}.");
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RemovePasskeyAsync(
        string id,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    )
    {
        if (who.Id().Length == 0 || who.Owner() is not (Accounts.Local, var name))
            return NoSession();
        return await PasskeyProof.RemoveAsync(database, clock, name, id)
            ? TypedResults.NoContent()
            : RefusalAnswer.NotFound($"passkey {id} of yours", $"See GET {SignInPaths.Account}.");
    }

    private static JsonHttpResult<FleetProblem> NoSession() =>
        RefusalAnswer.Of(
            StatusCodes.Status403Forbidden,
            "This requires a session of a person.",
            "A token has no password and no sessions; sign in to the console."
        );
}
