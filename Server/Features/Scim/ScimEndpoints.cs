using System.Text.Json.Nodes;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Groups;
using IwTune.Server.Features.Scim.Schemas;
using IwTune.Server.Features.Scim.Users;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Authorization;

namespace IwTune.Server.Features.Scim;

/// <summary>
/// Provisioning by the identity provider (RFC 7643, RFC 7644). Its form is the standard's, so the conventions of <c>/api</c> (problem
/// details, <c>limit</c> and <c>after</c>, strong ETags, the OpenAPI document) do not hold here: <c>/Schemas</c> describes it instead.
/// </summary>
internal static class ScimEndpoints
{
    public static void MapScim(this IEndpointRouteBuilder app)
    {
        var scim = app.MapGroup("")
            .Needs(Permission.UsersProvision)
            // A browser's cookie opens nothing here.
            .WithMetadata(new AuthorizeAttribute { AuthenticationSchemes = ApiTokenHandler.SchemeName })
            .ExcludeFromDescription();
        scim.MapGet(ScimPaths.Configuration, (HttpContext context) => ScimAnswer.Ok(SchemaDocuments.Configuration(context)));
        scim.MapGet(
            ScimPaths.ResourceTypes,
            (HttpContext context) => All([.. ScimSchema.All.Select(one => SchemaDocuments.ResourceType(context, one))])
        );
        scim.MapGet(
            ScimPaths.ResourceTypes + "/{id}",
            (HttpContext context, string id) =>
                ScimSchema.All.FirstOrDefault(one => one.Name == id) is { } schema
                    ? ScimAnswer.Ok(SchemaDocuments.ResourceType(context, schema))
                    : ScimAnswer.Refused(ScimError.NotFound("resource type", id))
        );
        scim.MapGet(
            ScimPaths.Schemas,
            (HttpContext context) => All([.. ScimSchema.All.Select(one => SchemaDocuments.Schema(context, one))])
        );
        scim.MapGet(
            ScimPaths.Schemas + "/{id}",
            (HttpContext context, string id) =>
                ScimSchema.All.FirstOrDefault(one => one.Urn.Equals(id, StringComparison.OrdinalIgnoreCase)) is { } schema
                    ? ScimAnswer.Ok(SchemaDocuments.Schema(context, schema))
                    : ScimAnswer.Refused(ScimError.NotFound("schema", id))
        );
        scim.MapScimUsers();
        scim.MapScimGroups();
    }

    private static ScimAnswer All(IReadOnlyList<JsonObject> all) => ScimAnswer.Ok(new ListForm(1, all.Count).Answer(all.Count, all));
}
