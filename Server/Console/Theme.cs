namespace IwTune.Server.Console;

/// <summary>
/// Light, dark, or as the system says. Kept in a cookie, so that the first byte of a page already has it and nothing flashes.
/// </summary>
internal static class Theme
{
    public const string Cookie = "__Host-iwtune-theme";

    /// <summary><c>light</c> or <c>dark</c> when the viewer chose one; <see langword="null"/> follows the system.</summary>
    public static string? Of(HttpContext? context) =>
        context?.Request.Cookies[Cookie] is "light" or "dark" ? context.Request.Cookies[Cookie] : null;
}
