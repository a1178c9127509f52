using Microsoft.AspNetCore.Mvc;

namespace IwTune.Server.Console.Appearance;

/// <summary>The switches of the look for browsers without script.</summary>
internal static class LookEndpoints
{
    public static void Map(IEndpointRouteBuilder routes) => routes.MapPost("/look", Post).AllowAnonymous().ExcludeFromDescription();

    private static IResult Post([FromForm] string? theme, [FromForm] string? density, [FromForm] string back, HttpContext context)
    {
        Set(context, Look.Theme, theme);
        Set(context, Look.Density, density);
        return Results.LocalRedirect(LocalAddress.OrHome(back));
    }

    private static void Set(HttpContext context, Look look, string? chosen)
    {
        if (chosen is null || !look.Values.Contains(chosen, StringComparer.Ordinal))
            return;
        // Not HttpOnly: the script that switches without a round trip writes the same cookie.
        context.Response.Cookies.Append(
            look.Cookie,
            chosen,
            new()
            {
                MaxAge = TimeSpan.FromDays(365),
                SameSite = SameSiteMode.Lax,
                Secure = true,
                Path = "/",
            }
        );
    }
}
