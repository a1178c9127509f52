using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Compliance.Pages;

/// <summary>What the overview loads after its page, because it takes a reading of the history.</summary>
internal static class AttentionEndpoints
{
    private const int Points = 57;

    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet(AttentionTrend.Path, AttentionAsync).Needs(Permission.HostsRead).ExcludeFromDescription();

    private static async Task<RazorComponentResult> AttentionAsync(
        HttpContext context,
        int? days,
        TrendViews trends,
        TimeProvider clock,
        CancellationToken ct
    )
    {
        // Who returns to the overview within a minute has the picture already.
        context.Response.Headers.CacheControl = "private, max-age=60";
        var span = days == 30 ? 30 : 7;
        var now = clock.Now();
        var from = now - (long)TimeSpan.FromDays(span).TotalMilliseconds;
        var trend = await trends.OfAsync(new(from, now, HostSearch.Everybody, Points), ct);
        return new RazorComponentResult<AttentionTrend>(new { Trend = trend, Days = span });
    }
}
