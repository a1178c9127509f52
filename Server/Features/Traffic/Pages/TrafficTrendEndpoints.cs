using IwTune.Server.Console.Components;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Traffic.Pages;

/// <summary>What the overview loads after its page, because it takes a reading of many reports.</summary>
internal static class TrafficTrendEndpoints
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet(TrafficTrendSection.Path, TrendAsync).Needs(Permission.HostsRead).ExcludeFromDescription();

    private static async Task<RazorComponentResult> TrendAsync(int? days, TrafficTrends trends, CancellationToken ct)
    {
        var span = SpanSwitch.Of(days);
        return new RazorComponentResult<TrafficTrendSection>(new { Trend = await trends.OfAsync(span, ct), Days = span });
    }
}
