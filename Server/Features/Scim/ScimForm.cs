using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Scim;

/// <summary>
/// Gives refusals from outside the SCIM endpoints (sign-in, permissions, limits, faults) SCIM's form. Providers show nothing of problem
/// details to their administrators.
/// </summary>
internal static class ScimForm
{
    private const string Problem = "application/problem+json";

    public static Task TranslateAsync(HttpContext context, RequestDelegate next) =>
        context.Request.Path.StartsWithSegments(ScimPaths.Root, StringComparison.Ordinal) ? HoldAsync(context, next) : next(context);

    private static async Task HoldAsync(HttpContext context, RequestDelegate next)
    {
        var response = context.Response;
        var body = response.Body;
        using var kept = new MemoryStream();
        response.Body = kept;
        try
        {
            await next(context);
        }
        finally
        {
            response.Body = body;
        }
        if (response.ContentType?.StartsWith(Problem, StringComparison.Ordinal) == true)
        {
            var found = JsonSerializer.Deserialize(kept.GetBuffer().AsSpan(0, (int)kept.Length), WireJson.Default.FleetProblem)!;
            response.ContentLength = null;
            await ScimAnswer.Refused(new(found.Status, null, $"{found.Title} {found.Detail}")).ExecuteAsync(context);
            return;
        }
        kept.Position = 0;
        await kept.CopyToAsync(body, context.RequestAborted);
    }
}
