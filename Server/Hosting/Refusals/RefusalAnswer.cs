using System.Globalization;
using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Requests;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Hosting.Refusals;

/// <summary>Answers that refuse: problem details that say what was found and what to do next.</summary>
internal static class RefusalAnswer
{
    private const string Type = "application/problem+json";

    public static JsonHttpResult<FleetProblem> Of(
        int status,
        string title,
        string? detail = null,
        IReadOnlyList<PolicyProblem>? problems = null
    ) => Whole(Status(status, problems), title, detail, problems);

    /// <summary>Refuses a request with everything that is wrong with it.</summary>
    public static JsonHttpResult<FleetProblem> Invalid(
        string title,
        IReadOnlyList<PolicyProblem> problems,
        int status = StatusCodes.Status400BadRequest
    ) => Of(status, title, $"{Quantities.Of(problems.Count, "problem")}; nothing was changed.", problems);

    private static JsonHttpResult<FleetProblem> Whole(int status, string title, string? detail, IReadOnlyList<PolicyProblem>? problems) =>
        Json(new FleetProblem(title, status, detail ?? "Nothing was changed.", problems), status);

    private static JsonHttpResult<FleetProblem> Json(FleetProblem problem, int status)
    {
        CurrentCall.IsRefused(problem.Title);
        return TypedResults.Json(
            problem with
            {
                Type = ProblemKinds.Of(status),
                Instance = CurrentCall.Path,
            },
            WireJson.Default.FleetProblem,
            Type,
            status
        );
    }

    /// <summary>A problem of the caller's rights is forbidden, and not malformed.</summary>
    private static int Status(int status, IReadOnlyList<PolicyProblem>? problems) =>
        problems?.Any(problem => problem.Path == BeyondScope.Path) == true ? StatusCodes.Status403Forbidden : status;

    /// <summary>Refuses a host, and says how it stands.</summary>
    public static JsonHttpResult<FleetProblem> Membership(int status, string title, string detail, MembershipNotice notice) =>
        Json(new FleetProblem(title, status, detail, null, notice), status);

    public static JsonHttpResult<FleetProblem> Invalid(string title, string detail) => Of(StatusCodes.Status400BadRequest, title, detail);

    public static JsonHttpResult<FleetProblem> NotFound(string what, string next) =>
        Of(StatusCodes.Status404NotFound, $"There is no {what}.", next);

    /// <summary>Refuses with a time to come back, in whole seconds.</summary>
    public static JsonHttpResult<FleetProblem> Later(HttpContext context, int status, string title, int seconds, string? detail = null)
    {
        context.Response.Headers.RetryAfter = seconds.ToString(CultureInfo.InvariantCulture);
        return Of(status, title, detail ?? $"Retry in {seconds} s.");
    }
}
