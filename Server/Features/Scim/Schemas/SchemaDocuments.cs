using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Documents;

namespace IwTune.Server.Features.Scim.Schemas;

/// <summary>How the server describes itself to providers (RFC 7644 §4).</summary>
internal static class SchemaDocuments
{
    private const string Core = "urn:ietf:params:scim:schemas:core:2.0:";

    public static JsonObject Configuration(HttpContext context) =>
        new()
        {
            ["schemas"] = new JsonArray(Core + "ServiceProviderConfig"),
            ["patch"] = Supported(true),
            ["bulk"] = new JsonObject
            {
                ["supported"] = false,
                ["maxOperations"] = 0,
                ["maxPayloadSize"] = 0,
            },
            ["filter"] = new JsonObject { ["supported"] = true, ["maxResults"] = ListForm.Most },
            ["changePassword"] = Supported(false),
            ["sort"] = Supported(false),
            ["etag"] = Supported(true),
            ["authenticationSchemes"] = new JsonArray(
                new JsonObject
                {
                    ["type"] = "oauthbearertoken",
                    ["name"] = "API token",
                    ["description"] = "An API token of this server with the role provisioner, sent as a bearer token (RFC 6750).",
                    ["primary"] = true,
                }
            ),
            ["meta"] = Meta(context, "ServiceProviderConfig", ScimPaths.Configuration),
        };

    public static JsonObject ResourceType(HttpContext context, ScimSchema schema) =>
        new()
        {
            ["schemas"] = new JsonArray(Core + "ResourceType"),
            ["id"] = schema.Name,
            ["name"] = schema.Name,
            ["endpoint"] = schema.Collection[ScimPaths.Base.Length..],
            ["description"] = schema.Description,
            ["schema"] = schema.Urn,
            ["meta"] = Meta(context, "ResourceType", $"{ScimPaths.ResourceTypes}/{schema.Name}"),
        };

    public static JsonObject Schema(HttpContext context, ScimSchema schema) =>
        new()
        {
            ["schemas"] = new JsonArray(Core + "Schema"),
            ["id"] = schema.Urn,
            ["name"] = schema.Name,
            ["description"] = schema.Description,
            ["attributes"] = new JsonArray([.. schema.Attributes.Select(Attribute)]),
            ["meta"] = Meta(context, "Schema", $"{ScimPaths.Schemas}/{schema.Urn}"),
        };

    private static JsonObject Attribute(ScimAttribute one)
    {
        var told = new JsonObject
        {
            ["name"] = one.Name,
            ["type"] = one.Kind == AttributeKind.Text ? "string" : one.Kind.ToString().ToLowerInvariant(),
            ["multiValued"] = one.IsList,
            ["description"] = one.Description,
            // Required of a caller that creates: a user without active is active.
            ["required"] = one is { Required: true, Unique: true },
            ["mutability"] = one.ReadOnly ? "readOnly" : "readWrite",
            ["returned"] = "default",
        };
        if (one.Kind == AttributeKind.Reference)
            told["referenceTypes"] = new JsonArray("User", "Group");
        if (one.Kind is AttributeKind.Text)
            told["caseExact"] = one.CaseExact;
        if (one.Kind is not AttributeKind.Boolean)
            told["uniqueness"] = one.Unique ? "server" : "none";
        if (one.Parts.Count > 0)
            told["subAttributes"] = new JsonArray([.. one.Parts.Select(Attribute)]);
        return told;
    }

    private static JsonObject Supported(bool supported) => new() { ["supported"] = supported };

    private static JsonObject Meta(HttpContext context, string type, string path) =>
        new() { ["resourceType"] = type, ["location"] = $"{context.Request.Scheme}://{context.Request.Host}{path}" };
}
