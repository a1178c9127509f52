using Microsoft.AspNetCore.Mvc;

namespace IwTune.Server.Console;

/// <summary>The theme switch for browsers without script.</summary>
internal static class ThemeEndpoints
{
    public static void Map(IEndpointRouteBuilder routes) => routes.MapPost("/theme", Post).AllowAnonymous().ExcludeFromDescription();

    private static IResult Post([FromForm] string theme, [FromForm] string back, HttpContext context)
    {
        if (theme is "light" or "dark")
        {
            // Not HttpOnly: the script that switches without a round trip writes the same cookie.
            context.Response.Cookies.Append(
                Theme.Cookie,
                theme,
                new()
                {
                    MaxAge = TimeSpan.FromDays(365),
                    SameSite = SameSiteMode.Lax,
                    Secure = true,
                    Path = "/",
                }
            );
        }
        return Results.LocalRedirect(LocalAddress.OrHome(back));
    }
}
