namespace IwTune.Server.Console.Appearance;

/// <summary>A choice of the viewer that the browser keeps for a year and that says nothing secret.</summary>
internal static class ViewerCookie
{
    /// <param name="byScript">Whether the page's script writes the same cookie.</param>
    public static CookieOptions Options(bool byScript) =>
        new()
        {
            HttpOnly = !byScript,
            MaxAge = TimeSpan.FromDays(365),
            SameSite = SameSiteMode.Lax,
            Secure = true,
            Path = "/",
        };
}
