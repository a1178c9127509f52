namespace IwTune.Server.Hosting;

/// <summary>What a browser may do with an answer: nothing that did not come from this server, and no inline script or style.</summary>
internal static class SecurityHeaders
{
    private const string Policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    public static Task SayAsync(HttpContext context, RequestDelegate next)
    {
        var headers = context.Response.Headers;
        headers.XContentTypeOptions = "nosniff";
        if (context.IsApi())
            headers.CacheControl = "no-store";
        else
        {
            headers.ContentSecurityPolicy = Policy;
            headers["Referrer-Policy"] = "same-origin";
            headers["Cross-Origin-Opener-Policy"] = "same-origin";
        }
        return next(context);
    }
}
