using IwTune.Server.Storage;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Hosting;

internal static class HealthEndpoints
{
    public static void MapHealth(this IEndpointRouteBuilder app)
    {
        app.MapGet("/healthz", () => TypedResults.Text("alive\n")).ExcludeFromDescription();
        app.MapGet("/readyz", ReadyAsync).ExcludeFromDescription();
        app.MapGet("/metrics", (MetricsText metrics) => TypedResults.Text(metrics.Write(), "text/plain; version=0.0.4")).ExcludeFromDescription();
    }

    private static async Task<Results<ContentHttpResult, StatusCodeHttpResult>> ReadyAsync(Database database, CancellationToken ct)
    {
        await database.ReadAsync(db => db.ValueAsync<long>("select sequence from publication where id = 1"), ct);
        return TypedResults.Text("ready\n");
    }
}
