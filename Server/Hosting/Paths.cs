namespace IwTune.Server.Hosting;

internal static class Paths
{
    /// <summary>True for what programs call; everything else is the console's.</summary>
    public static bool IsApi(this HttpContext context) =>
        context.Request.Path.StartsWithSegments("/api", StringComparison.Ordinal)
        || context.Request.Path.StartsWithSegments("/agent", StringComparison.Ordinal);
}
