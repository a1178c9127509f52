using System.Globalization;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Hosting;

/// <summary>Answers that refuse: problem details that say what was found and what to do next.</summary>
internal static class Refusal
{
    private const string Type = "application/problem+json";

    public static JsonHttpResult<FleetProblem> Of(int status, string title, string? detail = null, IReadOnlyList<PolicyProblem>? problems = null) =>
        TypedResults.Json(new FleetProblem(title, status, detail, problems), WireJson.Default.FleetProblem, Type, status);

    public static JsonHttpResult<FleetProblem> Invalid(string title, string detail) => Of(StatusCodes.Status400BadRequest, title, detail);

    public static JsonHttpResult<FleetProblem> NotFound(string what, string next) => Of(StatusCodes.Status404NotFound, $"There is no {what}.", next);

    /// <summary>Refuses with a time to come back, in whole seconds.</summary>
    public static JsonHttpResult<FleetProblem> Later(HttpContext context, int status, string title, int seconds, string? detail = null)
    {
        context.Response.Headers.RetryAfter = seconds.ToString(CultureInfo.InvariantCulture);
        return Of(status, title, detail ?? $"Come back in {seconds} s.");
    }
}
