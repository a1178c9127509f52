using IwTune.Server.Console.Assets;
using IwTune.Shared.Fleet.Agents;
using Microsoft.Extensions.Primitives;

namespace IwTune.Server.Hosting;

/// <summary>What a browser may do with an answer: nothing that did not come from this server, and no inline script or style.</summary>
internal static class SecurityHeaders
{
    private const string Close = "frame-ancestors 'none'; base-uri 'none'";

    private static readonly StringValues PagePolicy =
        $"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; {Close}";

    // What no browser shows needs nothing.
    private static readonly StringValues ProgramPolicy = $"default-src 'none'; form-action 'none'; {Close}";

    // A browser heeds it only where it trusts the certificate (RFC 6797 §8.1): the server's own CA makes no browser refuse access.
    // Without includeSubDomains: names below the server's may be other services', without HTTPS.
    private static readonly StringValues Transport = "max-age=31536000";

    private static readonly StringValues Permissions =
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), "
        + "payment=(), usb=(), clipboard-write=(self)";

    // For pages with a form the framework writes the same, and warns of anything else.
    private static readonly StringValues Unstored = "no-cache, no-store";

    /// <summary>An endpoint whose answer may be kept says so itself.</summary>
    public static Task SayAsync(HttpContext context, RequestDelegate next)
    {
        var headers = context.Response.Headers;
        headers.XContentTypeOptions = "nosniff";
        headers.StrictTransportSecurity = Transport;
        headers["Referrer-Policy"] = "same-origin";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";
        if (context.IsApi())
        {
            headers.ContentSecurityPolicy = ProgramPolicy;
            headers.CacheControl = "no-store";
        }
        else
        {
            headers.ContentSecurityPolicy = PagePolicy;
            headers["Cross-Origin-Opener-Policy"] = "same-origin";
            headers["Permissions-Policy"] = Permissions;
            if (!IsPublicFile(context.Request.Path))
                headers.CacheControl = Unstored;
        }
        return next(context);
    }

    private static bool IsPublicFile(PathString path) =>
        path.StartsWithSegments(ConsoleAssets.Root, StringComparison.Ordinal)
        || path.StartsWithSegments(PackagePaths.Root, StringComparison.Ordinal);
}
