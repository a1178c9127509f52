using System.Text.Json;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;
using Microsoft.AspNetCore.Mvc;

namespace IwTune.Server.Features.Impact.Pages;

/// <summary>The preview that a page shows, as CSV.</summary>
internal static class ImpactPageEndpoints
{
    private const long MaxBytes = 1024 * 1024;

    public static void Map(IEndpointRouteBuilder routes) =>
        routes
            .MapPost("/impact.csv", CsvAsync)
            .Needs(Permission.HostsRead)
            .ExcludeFromDescription()
            .WithMetadata(new RequestSizeLimit(MaxBytes), new CostlyCall());

    private static async Task<IResult> CsvAsync(
        [FromForm] string request,
        Database database,
        SeenHosts hosts,
        ImpactPreview preview,
        TimeProvider clock,
        HttpContext context,
        CancellationToken ct
    )
    {
        if (Read(request) is not { } proposed)
            return Results.BadRequest("The proposal is not valid. Go back to the page and check again.");
        var (change, problems) = await ProposedChanges.ReadAsync(database, hosts, proposed, ct);
        if (change is null)
            return Results.BadRequest(string.Join('\n', problems));
        await ImpactCsv.SendAsync(context, database, clock, await preview.OfAsync(change, ct), "iwtune-impact.csv", ct);
        return Results.Empty;
    }

    private static ImpactRequest? Read(string request)
    {
        try
        {
            return JsonSerializer.Deserialize(request, ImpactJson.Default.ImpactRequest);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
