using System.Text.Json;
using IwTune.Server.Hosting.Readiness;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Hosting;

internal static class HealthEndpoints
{
    private const string MetricsType = "text/plain; version=0.0.4; charset=utf-8";

    public static void MapHealth(this IEndpointRouteBuilder app)
    {
        // Live means that the process answers. It never touches the store: a server that waits for its database must not be killed for it.
        app.MapGet("/healthz", () => TypedResults.Text("alive\n"))
            .AllowAnonymous()
            .WithMetadata(new NeedsNoStore())
            .ExcludeFromDescription();
        app.MapGet("/readyz", ReadyAsync).AllowAnonymous().WithMetadata(new NeedsNoStore()).ExcludeFromDescription();
        app.MapGet("/metrics", MetricsAsync)
            .AllowAnonymous()
            .WithMetadata(new MonitoringOnly(), new NeedsNoStore())
            .ExcludeFromDescription();
    }

    private static async Task<ContentHttpResult> MetricsAsync(
        HttpContext context,
        MetricsAccess monitoring,
        Telemetry.Telemetry telemetry
    ) =>
        monitoring.MayRead(context) ? TypedResults.Text(telemetry.Text(), MetricsType)
        : (await context.AuthenticateAsync()).Failure is StoreException
            ? TypedResults.Text(
                "The store cannot be read, so the token cannot be checked: repeat the call later, or start the server with --monitor-from "
                    + "and the address that asks.\n",
                statusCode: StatusCodes.Status503ServiceUnavailable
            )
        : TypedResults.Text(
            "Metrics are for monitoring: start the server with --monitor-from and the address that asks, or send an API token. Behind a "
                + "proxy, name it with --proxy.\n",
            statusCode: StatusCodes.Status403Forbidden
        );

    private static async Task<IResult> ReadyAsync(HttpContext context, MetricsAccess monitoring, StoreCheck trip, CancellationToken ct)
    {
        var answer = await trip.RunAsync(ct);
        if (!monitoring.MayRead(context))
            return TypedResults.Text(
                answer.Ready ? "ready\n" : "not ready\n",
                statusCode: answer.Ready ? StatusCodes.Status200OK : StatusCodes.Status503ServiceUnavailable
            );
        return answer.Ready && !context.Request.Headers.Accept.ToString().Contains("json", StringComparison.Ordinal)
            ? TypedResults.Text("ready\n")
            : TypedResults.Text(
                JsonSerializer.Serialize(answer, ReadinessJson.Default.ReadinessAnswer) + "\n",
                "application/json",
                statusCode: answer.Ready ? StatusCodes.Status200OK : StatusCodes.Status503ServiceUnavailable
            );
    }
}
