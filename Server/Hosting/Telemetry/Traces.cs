using System.Diagnostics;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>
/// Spans of the one thread: enrol → check-in → report → verdict. Each call of a host links to the previous one, however long ago that was.
/// </summary>
internal static class Traces
{
    public const string Name = "IwTune.Server";
    public const string Host = "iwtune.host",
        Hosts = "iwtune.hosts",
        Lines = "iwtune.lines",
        Changes = "iwtune.changes";
    private static readonly ActivitySource Source = new(Name);

    /// <summary>The name of every call: its route, never its path, which may contain a person's name.</summary>
    public static Task NameAsync(HttpContext context, RequestDelegate next) =>
        Activity.Current is { } span ? NameAsync(span, context, next) : next(context);

    private static async Task NameAsync(Activity span, HttpContext context, RequestDelegate next)
    {
        if (span.IsAllDataRequested)
        {
            var route = (context.GetEndpoint() as RouteEndpoint)?.RoutePattern.RawText;
            span.DisplayName = route is null ? context.Request.Method : $"{context.Request.Method} {route}";
            span.SetTag("http.request.method", context.Request.Method);
            span.SetTag("http.route", route);
        }
        try
        {
            await next(context);
        }
        finally
        {
            span.SetTag("http.response.status_code", context.Response.StatusCode);
        }
    }

    /// <summary>Links the current call to the host's previous call.</summary>
    public static void Follow(FleetHost host)
    {
        if (Activity.Current is not { IsAllDataRequested: true } span)
            return;
        if (host.LatestSpan is { TraceId: var trace } before && trace != default)
            span.AddLink(new(before));
        span.SetTag(Host, host.Id);
        host.LatestSpan = span.Context;
    }

    /// <summary>Work for several calls at once: a span that links to each of them.</summary>
    /// <returns><see langword="null"/> without a listener.</returns>
    public static Activity? Together(string name, IEnumerable<ActivityContext> calls)
    {
        if (!Source.HasListeners())
            return null;
        var links = calls
            .Where(call => call.TraceId != default && call.TraceFlags.HasFlag(ActivityTraceFlags.Recorded))
            .Select(call => new ActivityLink(call))
            .ToList();
        // Under the first of them, so that one call's trace holds its verdict.
        return links.Count == 0 ? null : Source.StartActivity(name, ActivityKind.Internal, links[0].Context, links: links);
    }

    /// <summary>A part of the current span.</summary>
    public static Activity? Part(string name) => Source.HasListeners() && Activity.Current is not null ? Source.StartActivity(name) : null;
}
