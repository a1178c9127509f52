using IwTune.Server.Console.Components;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Compliance.Pages;

/// <summary>What the overview loads after its page, because it takes a reading of the history.</summary>
internal static class AttentionEndpoints
{
    private const int Points = 57;

    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet(AttentionTrend.Path, AttentionAsync).Needs(Permission.HostsRead).ExcludeFromDescription();

    private static async Task<RazorComponentResult> AttentionAsync(int? days, TrendViews trends, TimeProvider clock, CancellationToken ct)
    {
        var span = SpanSwitch.Of(days);
        var now = clock.Now();
        var from = now - (long)TimeSpan.FromDays(span).TotalMilliseconds;
        var trend = await trends.OfAsync(new(from, now, HostSearch.Everybody, Points), ct);
        return new RazorComponentResult<AttentionTrend>(new { Trend = trend, Days = span });
    }
}
