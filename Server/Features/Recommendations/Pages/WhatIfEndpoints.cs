using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Recommendations.Pages;

/// <summary>What the sliders of Insight and of a policy ask for.</summary>
internal static class WhatIfEndpoints
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet(WhatIfSection.Path, ResultAsync).Needs(Permission.HostsRead).ExcludeFromDescription();

    private static async Task<IResult> ResultAsync(RecommendationViews views, string? policy, int? step, CancellationToken ct)
    {
        var found = policy is null ? await views.OfAllAsync(ct: ct) : await views.OfPolicyAsync(policy, ct: ct);
        var windows = WhatIfSection.Windows(found);
        return windows.Count == 0
            ? Results.NoContent()
            : new RazorComponentResult<WhatIfResult>(
                new
                {
                    Of = found,
                    Window = windows[Math.Clamp(step ?? 0, 0, windows.Count - 1)],
                    OnePolicy = policy is not null,
                }
            );
    }
}
