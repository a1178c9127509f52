using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace IwTune.Server.Features.Scim;

/// <summary>An answer in SCIM's media type.</summary>
internal sealed class ScimAnswer(int status, JsonNode? body, long? version = null, string? location = null) : IResult
{
    public const string MediaType = "application/scim+json";
    private const string ErrorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";

    // No browser shows it: only what JSON itself needs is escaped.
    private static readonly JsonSerializerOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static ScimAnswer Ok(JsonNode body, long? version = null) => new(StatusCodes.Status200OK, body, version);

    public static ScimAnswer Nothing { get; } = new(StatusCodes.Status204NoContent, null);

    public static ScimAnswer Refused(ScimError error) => new(error.Status, Body(error));

    /// <summary>The weak tag of a version (RFC 7644 §3.14).</summary>
    public static string Tag(long version) => string.Create(CultureInfo.InvariantCulture, $"W/\"{version}\"");

    public static JsonObject Body(ScimError error)
    {
        var body = new JsonObject { ["schemas"] = new JsonArray(ErrorSchema) };
        if (error.Type is { } type)
            body["scimType"] = type;
        body["detail"] = error.Detail;
        // A text, as RFC 7644 §3.12 has it.
        body["status"] = error.Status.ToString(CultureInfo.InvariantCulture);
        return body;
    }

    public Task ExecuteAsync(HttpContext context)
    {
        context.Response.StatusCode = status;
        if (version is { } known)
            context.Response.Headers.ETag = Tag(known);
        if (location is not null)
            context.Response.Headers.Location = location;
        if (body is null)
            return Task.CompletedTask;
        context.Response.ContentType = MediaType;
        return context.Response.WriteAsync(body.ToJsonString(Plain), context.RequestAborted);
    }
}
