namespace IwTune.Server.Console.Assets;

/// <summary>Serves the console's files. They hold nothing secret, so they need no sign-in.</summary>
internal static class AssetEndpoints
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet(ConsoleAssets.Root + "/{version}/{**path}", Get).AllowAnonymous().ExcludeFromDescription();

    private static IResult Get(string version, string path, HttpContext context)
    {
        if (ConsoleAssets.Find(path) is not { } file)
            return Results.NotFound();
        // Only the current version's address is permanent: a new file must not be cached forever under an old page's address.
        context.Response.Headers.CacheControl = version == ConsoleAssets.Version ? "public, max-age=31536000, immutable" : "no-cache";
        return Results.Bytes(file.Content, file.ContentType);
    }
}
