namespace IwTune.Server.Console;

/// <summary>What a browser may do with a page of the console: nothing that did not come from this server, and no inline script or style.</summary>
internal static class ConsoleSecurity
{
    private const string Policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    /// <summary>Says so on every answer that is not an asset; pages are never kept by a cache, since they show what one person may see.</summary>
    public static Task SayAsync(HttpContext context, RequestDelegate next)
    {
        var headers = context.Response.Headers;
        headers.ContentSecurityPolicy = Policy;
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "same-origin";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
        if (!context.Request.Path.StartsWithSegments(Assets.ConsoleAssets.Root, StringComparison.Ordinal))
            headers.CacheControl = "no-store";
        return next(context);
    }
}
