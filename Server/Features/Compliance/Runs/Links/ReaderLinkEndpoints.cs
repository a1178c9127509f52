using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Compliance.Runs.Links;

internal static class ReaderLinkEndpoints
{
    public static void MapLinks(this IEndpointRouteBuilder api)
    {
        var links = api.MapGroup($"{RunPaths.Runs}/{{id}}/links").WithTags("Compliance runs");
        links
            .MapPost("", AddAsync)
            .Needs(Permission.Runs)
            .WithSummary("A link to a compliance run for a reader without an account; its secret is only in this response");
        links.MapDelete("/{link}", RevokeAsync).Needs(Permission.Runs).WithSummary("Revoke a reader link");
    }

    /// <summary>The file behind a link; its secret is all that it needs.</summary>
    public static void MapReading(this IEndpointRouteBuilder routes) =>
        routes
            .MapGet($"{ReaderLinks.Path}{{secret}}/export.zip", ReadAsync)
            .AllowAnonymous()
            .ExcludeFromDescription()
            .DisableRequestTimeout();

    private static async Task<Results<Created<CreatedReaderLink>, JsonHttpResult<FleetProblem>>> AddAsync(
        string id,
        ReaderLinkRequest request,
        ClaimsPrincipal who,
        ReaderLinks links
    )
    {
        var (link, problems) = await links.AddAsync(who.Actor(), id, request);
        if (problems.Count > 0)
            return RunEndpoints.Refused("No reader link was made.", problems);
        return link is null ? RunEndpoints.None(id) : TypedResults.Created(RunPaths.RunLink(id, link.Link.Id), link);
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RevokeAsync(
        string id,
        string link,
        ClaimsPrincipal who,
        ReaderLinks links
    ) =>
        await links.RevokeAsync(who.Actor(), id, link)
            ? TypedResults.NoContent()
            : RefusalAnswer.NotFound($"reader link {link} of this run that is valid", $"See GET {RunPaths.Run(id)}.");

    private static async Task<Results<PushStreamHttpResult, NotFound>> ReadAsync(
        string secret,
        HttpContext context,
        ReaderLinks links,
        Database database
    ) => await links.OpenAsync(secret, file: true) is { } opened ? RunFile.Send(context, database, opened.Run) : TypedResults.NotFound();
}
