using System.Security.Claims;
using System.Text;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Console.Live;

/// <summary>
/// Tells an open page that something was stored (server-sent events, HTML Living Standard §9.2). An event says how far the store is and
/// what kind of thing changed, and nothing else: the page requests its parts again, with the permissions that its user has by then.
/// </summary>
internal static class LiveStream
{
    public const string Path = "/live";

    /// <summary>A browser asks again, and its session is checked again.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(5);

    /// <summary>Two events are at least this long apart.</summary>
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(500);

    /// <summary>A page that hears nothing for longer than twice this takes the stream for broken.</summary>
    private static readonly TimeSpan Beat = TimeSpan.FromSeconds(10);

    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet(Path, WatchAsync).Needs(Permission.HostsRead).ExcludeFromDescription().DisableRequestTimeout();

    private static async Task WatchAsync(
        HttpContext context,
        ClaimsPrincipal who,
        string? host,
        string? since,
        Database database,
        SeenHosts hosts,
        LivePlaces places,
        TimeProvider clock,
        IHostApplicationLifetime lifetime
    )
    {
        if (!hosts.Scope.IsFleet)
        {
            // Events would show activity on hosts that the caller may not see. A browser does not ask again after this status.
            context.Response.StatusCode = StatusCodes.Status204NoContent;
            return;
        }
        using var place = places.TryTake(who.Identity?.Name ?? "");
        if (place is null)
        {
            // The page polls, as one without this stream does.
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return;
        }
        using var over = new CancellationTokenSource(Longest, clock);
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, lifetime.ApplicationStopping, over.Token);
        context.Response.ContentType = "text/event-stream; charset=utf-8";
        context.Response.Headers.CacheControl = "no-store";
        // nginx would hold the events back until its buffer is full (nginx.org, proxy_buffering).
        context.Response.Headers["X-Accel-Buffering"] = "no";
        try
        {
            var marks = new LiveMarks(database, host is null ? null : hosts.Find(host));
            await SayAsync(context.Response.Body, marks, marks.ChangedSince(since), ends.Token);
            await FollowAsync(context.Response.Body, marks, clock, ends.Token);
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            // The page was closed, its time is over, or the server stops.
        }
    }

    private static async Task FollowAsync(Stream page, LiveMarks marks, TimeProvider clock, CancellationToken ends)
    {
        var said = clock.GetTimestamp();
        using var timer = new PeriodicTimer(Tick, clock);
        while (await timer.WaitForNextTickAsync(ends))
        {
            var changed = marks.Changed();
            if (changed.Length == 0 && clock.GetElapsedTime(said) < Beat)
                continue;
            await SayAsync(page, marks, changed, ends);
            said = clock.GetTimestamp();
        }
    }

    private static async Task SayAsync(Stream page, LiveMarks marks, string changed, CancellationToken ends)
    {
        await page.WriteAsync(Encoding.UTF8.GetBytes($"data: {marks.Seen} {changed}\n\n"), ends);
        await page.FlushAsync(ends);
    }
}
