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
        // The script switches without a round trip.
        context.Response.Cookies.Append(look.Cookie, chosen, ViewerCookie.Options(byScript: true));
    }
}
