using Microsoft.Net.Http.Headers;

namespace IwTune.Server.Hosting.Requests;

/// <summary>
/// Every answer about one thing has a strong tag; a caller that has that answer already gets 304 and no body (RFC 9110 §13.1.2).
/// </summary>
internal static class ETags
{
    public static Task AnswerAsync(HttpContext context, RequestDelegate next) =>
        HttpMethods.IsGet(context.Request.Method) && context.GetEndpoint() is RouteEndpoint { RoutePattern.Parameters.Count: > 0 }
            ? TagAsync(context, next)
            : next(context);

    private static async Task TagAsync(HttpContext context, RequestDelegate next)
    {
        var response = context.Response;
        var body = response.Body;
        using var kept = new MemoryStream();
        response.Body = kept;
        try
        {
            await next(context);
        }
        finally
        {
            response.Body = body;
        }
        if (
            response.StatusCode == StatusCodes.Status200OK
            && response.ContentType?.StartsWith("application/json", StringComparison.Ordinal) == true
        )
        {
            if (response.Headers.ETag.Count == 0)
                response.Headers.ETag = IfMatch.Tag(kept.GetBuffer().AsSpan(0, (int)kept.Length));
            if (Known(context, response.Headers.ETag.ToString()))
            {
                response.StatusCode = StatusCodes.Status304NotModified;
                response.ContentType = null;
                response.ContentLength = null;
                return;
            }
        }
        kept.Position = 0;
        await kept.CopyToAsync(body, context.RequestAborted);
    }

    private static bool Known(HttpContext context, string tag) =>
        EntityTagHeaderValue.TryParseList(context.Request.Headers.IfNoneMatch, out var tags)
        && tags.Any(one => one.Tag == "*" || one.Tag == tag);
}
