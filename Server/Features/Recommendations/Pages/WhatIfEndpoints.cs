using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Recommendations.Pages;

/// <summary>What the slider of Insight asks for.</summary>
internal static class WhatIfEndpoints
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet(WhatIfSection.Path, ResultAsync).Needs(Permission.HostsRead).ExcludeFromDescription();

    private static async Task<IResult> ResultAsync(RecommendationViews views, int? step, CancellationToken ct)
    {
        var found = await views.OfAllAsync(ct: ct);
        var windows = WhatIfSection.Windows(found);
        return windows.Count == 0
            ? Results.NoContent()
            : new RazorComponentResult<WhatIfResult>(new { Of = found, Window = windows[Math.Clamp(step ?? 0, 0, windows.Count - 1)] });
    }
}
