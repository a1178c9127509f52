using System.Text.Json;
using IwTune.Server.Hosting.Readiness;

namespace IwTune.Server.Hosting;

internal static class HealthEndpoints
{
    private const string MetricsType = "text/plain; version=0.0.4";

    public static void MapHealth(this IEndpointRouteBuilder app)
    {
        // Live means that the process answers. It never touches the store: a server that waits for its database must not be killed for it.
        app.MapGet("/healthz", () => TypedResults.Text("alive\n")).AllowAnonymous().ExcludeFromDescription();
        app.MapGet("/readyz", ReadyAsync).AllowAnonymous().ExcludeFromDescription();
        app.MapGet("/metrics", (Telemetry.Telemetry telemetry) => TypedResults.Text(telemetry.Text(), MetricsType)).AllowAnonymous().ExcludeFromDescription();
    }

    private static async Task<IResult> ReadyAsync(HttpContext context, RoundTrip trip, CancellationToken ct)
    {
        var answer = await trip.RunAsync(ct);
        return answer.Ready && !context.Request.Headers.Accept.ToString().Contains("json", StringComparison.Ordinal)
            ? TypedResults.Text("ready\n")
            : TypedResults.Text(JsonSerializer.Serialize(answer, ReadinessJson.Default.ReadinessAnswer) + "\n", "application/json", statusCode: answer.Ready ? StatusCodes.Status200OK : StatusCodes.Status503ServiceUnavailable);
    }
}
