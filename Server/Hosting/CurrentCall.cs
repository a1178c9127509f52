using IwTune.Server.Storage;

namespace IwTune.Server.Hosting;

/// <summary>The current call, for refusals that are made far from it.</summary>
internal static class CurrentCall
{
    private const int Longest = 500;
    private static readonly AsyncLocal<string?> Told = new();

    /// <summary>Its path, escaped as it came; <see langword="null"/> outside a call.</summary>
    public static string? Path => Told.Value;

    public static async Task TellAsync(HttpContext context, RequestDelegate next)
    {
        var path = (context.Request.PathBase + context.Request.Path).ToUriComponent();
        // Inside an async method, so that the next call on the same connection does not inherit it.
        Told.Value = path.Length > Longest ? path[..Longest] : path;
        CallWrites.Begin();
        await next(context);
    }
}
