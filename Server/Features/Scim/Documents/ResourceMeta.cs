using System.Globalization;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Schemas;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Scim.Documents;

/// <summary>Kind, times, version and address of a resource (RFC 7643 §3.1).</summary>
internal static class ResourceMeta
{
    public static JsonObject Of(HttpContext context, ScimSchema schema, string id, long created, long changed, long version) =>
        new()
        {
            ["resourceType"] = schema.Name,
            ["created"] = Time(created),
            ["lastModified"] = Time(changed),
            ["version"] = ScimAnswer.Tag(version),
            ["location"] = ScimPaths.Of(context, schema.Collection, id),
        };

    private static string Time(long at) => Clock.At(at).ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}
