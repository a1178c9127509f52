using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Insight;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Recommendations.Pages;

/// <summary>What the sliders of Insight and of a policy ask for.</summary>
internal static class WhatIfEndpoints
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet(WhatIfSection.Path, ResultAsync).Needs(Permission.HostsRead).ExcludeFromDescription();

    private static async Task<IResult> ResultAsync(RecommendationViews views, string? policy, int? step, CancellationToken ct)
    {
        int? Window(IReadOnlyList<FleetRecommendation> of) => WhatIfSection.WindowAt(of, step ?? 0);
        var found = policy is null
            ? await views.OfAllAsync(window: Window, ct: ct)
            : await views.OfPolicyAsync(policy, window: Window, ct: ct);
        return Window(found) is { } window
            ? new RazorComponentResult<WhatIfResult>(
                new
                {
                    Of = found,
                    Window = window,
                    OnePolicy = policy is not null,
                }
            )
            : Results.NoContent();
    }
}
