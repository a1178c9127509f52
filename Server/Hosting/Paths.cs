using IwTune.Server.Features.Scim;

namespace IwTune.Server.Hosting;

internal static class Paths
{
    /// <summary>
    /// True for what programs call; everything else is the console's. SCIM's calls are the one exception to the API's conventions, see
    /// <see cref="ScimForm"/>.
    /// </summary>
    public static bool IsApi(this HttpContext context) =>
        context.Request.Path.StartsWithSegments("/api", StringComparison.Ordinal)
        || context.Request.Path.StartsWithSegments("/agent", StringComparison.Ordinal)
        || context.Request.Path.StartsWithSegments(ScimPaths.Root, StringComparison.Ordinal);
}
