namespace IwTune.Server.Features.Scim;

/// <summary>Addresses of the SCIM endpoints (RFC 7644 §3.2); fixed by the standard, so they are not under <c>/api</c>.</summary>
internal static class ScimPaths
{
    public const string Root = "/scim",
        Base = Root + "/v2",
        Users = Base + "/Users",
        Groups = Base + "/Groups",
        Schemas = Base + "/Schemas",
        ResourceTypes = Base + "/ResourceTypes",
        Configuration = Base + "/ServiceProviderConfig";

    /// <summary>The address of a resource, as the caller reached this server.</summary>
    public static string Of(HttpContext context, string collection, string id) =>
        $"{context.Request.Scheme}://{context.Request.Host}{collection}/{Uri.EscapeDataString(id)}";
}
