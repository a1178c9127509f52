using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Users;

internal static class UserEndpoints
{
    private const string NotChanged = "The account was not changed.";

    public static void MapUsers(this IEndpointRouteBuilder api)
    {
        var users = api.MapGroup(FleetPaths.Users).WithTags("Users").Refuses(409);
        users
            .MapGet("", ListAsync)
            .Needs(Permission.AccessRead)
            .WithSummary("Local accounts by name, then accounts of the identity provider: roles, last sign-in, locks; no secrets");
        users.MapPost("", AddAsync).Needs(Permission.UsersManage).WithSummary("Create an account; the password is only in this response");
        users.MapGet("/{name}", FindAsync).Needs(Permission.AccessRead).WithSummary("One account");
        users.MapGet("/{name}/grants", ReadGrantsAsync).Needs(Permission.AccessRead).WithSummary("Roles of an account");
        users
            .MapPut("/{name}/grants", GrantsAsync)
            .Needs(Permission.UsersManage)
            .Refuses(412)
            .WithSummary("Replace an account's roles: only roles within your own, and not your own account");
        users.MapPost("/{name}/lock", LockAsync).Needs(Permission.UsersManage).WithSummary("Lock an account until it is unlocked");
        users
            .MapPost("/{name}/unlock", UnlockAsync)
            .Needs(Permission.UsersManage)
            .WithSummary("Unlock an account, after wrong passwords or a lock by an administrator");
        users
            .MapDelete("/{name}/sessions", SignOutAsync)
            .Needs(Permission.UsersManage)
            .WithSummary("End all sessions of an account, including accounts of the identity provider (oidc:NAME)");
        users
            .MapPost("/{name}/reset", ResetAsync)
            .Needs(Permission.UsersManage)
            .WithSummary("Reset the password of an account; the new one is only in this response");
        users
            .MapDelete("/{name}/second-factor", ResetFactorAsync)
            .Needs(Permission.UsersManage)
            .WithSummary("Remove all of a user's second factors; their sessions end");
        users
            .MapDelete("/{name}", RemoveAsync)
            .Needs(Permission.UsersManage)
            .WithSummary("Remove an account with its sessions and personal tokens, except the last administrator");
    }

    private static async Task<Ok<IReadOnlyList<UserSummary>>> ListAsync(UserViews views, CancellationToken ct) =>
        TypedResults.Ok(await views.ListAsync(ct));

    private static async Task<Results<Ok<UserSummary>, JsonHttpResult<FleetProblem>>> FindAsync(
        string name,
        UserViews views,
        CancellationToken ct
    ) => await views.FindAsync(name, ct) is { } user ? TypedResults.Ok(user) : Unknown(name);

    private static async Task<Results<Created<CreatedUser>, JsonHttpResult<FleetProblem>>> AddAsync(
        CreateUserRequest request,
        HttpContext context,
        Database database,
        UserViews views,
        TimeProvider clock,
        CancellationToken ct
    )
    {
        var outcome = await AddUser.RunAsync(UserChange.Of(context, database, clock), request.Name, request.Grants);
        if (outcome.Password is not { } password)
            return Refused(outcome, request.Name, "The account was not created.");
        // Another administrator may have removed it already.
        return await views.FindAsync(request.Name, ct) is { } user
            ? TypedResults.Created(FleetPaths.User(request.Name), new CreatedUser(password, user))
            : Unknown(request.Name);
    }

    private static async Task<Results<Ok<UserSummary>, JsonHttpResult<FleetProblem>>> GrantsAsync(
        string name,
        GrantsRequest request,
        HttpContext context,
        Database database,
        UserViews views,
        TimeProvider clock,
        CancellationToken ct
    ) =>
        await AnswerAsync(
            await SetGrants.RunAsync(
                UserChange.Of(context, database, clock),
                name,
                request.Grants,
                request.Reason,
                now => IfMatch.Holds(context, SetGrants.Tag(now))
            ),
            name,
            views,
            ct
        );

    private static async Task<Results<Ok<UserGrants>, JsonHttpResult<FleetProblem>>> ReadGrantsAsync(
        string name,
        HttpContext context,
        UserViews views,
        CancellationToken ct
    )
    {
        if (await views.FindAsync(name, ct) is not { } user)
            return Unknown(name);
        context.Response.Headers.ETag = SetGrants.Tag(user.Grants);
        return TypedResults.Ok(new UserGrants(name, user.Grants));
    }

    private static async Task<Results<Ok<UserSummary>, JsonHttpResult<FleetProblem>>> LockAsync(
        string name,
        ReasonRequest request,
        HttpContext context,
        Database database,
        UserViews views,
        TimeProvider clock,
        CancellationToken ct
    ) => await AnswerAsync(await LockUser.RunAsync(UserChange.Of(context, database, clock), name, request.Reason), name, views, ct);

    private static async Task<Results<Ok<UserSummary>, JsonHttpResult<FleetProblem>>> UnlockAsync(
        string name,
        ReasonRequest request,
        HttpContext context,
        Database database,
        UserViews views,
        TimeProvider clock,
        CancellationToken ct
    ) => await AnswerAsync(await UnlockUser.RunAsync(UserChange.Of(context, database, clock), name, request.Reason), name, views, ct);

    private static async Task<Results<Ok<SignedOut>, JsonHttpResult<FleetProblem>>> SignOutAsync(
        string name,
        string? reason,
        HttpContext context,
        Database database,
        TimeProvider clock
    )
    {
        var (outcome, ended) = await SignOutUser.RunAsync(UserChange.Of(context, database, clock), name, reason);
        return outcome.Refused is null ? TypedResults.Ok(new SignedOut(name, ended)) : Refused(outcome, name, "No session was ended.");
    }

    private static async Task<Results<Ok<CreatedUser>, JsonHttpResult<FleetProblem>>> ResetAsync(
        string name,
        ReasonRequest request,
        HttpContext context,
        Database database,
        UserViews views,
        TimeProvider clock,
        CancellationToken ct
    )
    {
        var outcome = await ResetPassword.RunAsync(UserChange.Of(context, database, clock), name, request.Reason);
        if (outcome.Password is not { } password)
            return Refused(outcome, name, NotChanged);
        return await views.FindAsync(name, ct) is { } user ? TypedResults.Ok(new CreatedUser(password, user)) : Unknown(name);
    }

    private static async Task<Results<Ok<UserSummary>, JsonHttpResult<FleetProblem>>> ResetFactorAsync(
        string name,
        string? reason,
        HttpContext context,
        Database database,
        UserViews views,
        TimeProvider clock,
        CancellationToken ct
    ) => await AnswerAsync(await ResetSecondFactor.RunAsync(UserChange.Of(context, database, clock), name, reason), name, views, ct);

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RemoveAsync(
        string name,
        string? reason,
        HttpContext context,
        Database database,
        TimeProvider clock
    )
    {
        var outcome = await RemoveUser.RunAsync(UserChange.Of(context, database, clock), name, reason);
        return outcome.Refused is null ? TypedResults.NoContent() : Refused(outcome, name, "The account was not removed.");
    }

    private static async Task<Results<Ok<UserSummary>, JsonHttpResult<FleetProblem>>> AnswerAsync(
        UserOutcome outcome,
        string name,
        UserViews views,
        CancellationToken ct
    ) =>
        outcome.Refused is not null ? Refused(outcome, name, NotChanged)
        : await views.FindAsync(name, ct) is { } user ? TypedResults.Ok(user)
        : Unknown(name);

    private static JsonHttpResult<FleetProblem> Refused(UserOutcome outcome, string name, string title) =>
        outcome.Status == StatusCodes.Status404NotFound ? Unknown(name) : RefusalAnswer.Of(outcome.Status, title, outcome.Refused);

    private static JsonHttpResult<FleetProblem> Unknown(string name) =>
        RefusalAnswer.NotFound($"user '{name}'", $"See GET {FleetPaths.Users}.");
}
