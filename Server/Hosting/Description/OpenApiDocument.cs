using System.Text.Json.Nodes;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Requests;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace IwTune.Server.Hosting.Description;

/// <summary>
/// The API as an OpenAPI document: served by the server, committed as docs/openapi.json, so that a change of the API shows in review.
/// </summary>
internal static class OpenApiDocument
{
    public const string Path = "/api/v1/openapi.json";
    private const string Name = "v1",
        TokenScheme = "apiToken",
        HostScheme = "host";

    public static void AddOpenApiDocument(this IServiceCollection services) =>
        services.AddOpenApi(
            Name,
            options =>
            {
                options.ShouldInclude = endpoint =>
                    endpoint.RelativePath is { } path
                    && (path.StartsWith("api/", StringComparison.Ordinal) || path.StartsWith("agent/", StringComparison.Ordinal));
                options.AddDocumentTransformer(DescribeAsync);
                options.AddOperationTransformer(SecureAsync);
                options.AddOperationTransformer(NameAsync);
                options.AddOperationTransformer(TagAsync);
            }
        );

    public static void MapOpenApiDocument(this IEndpointRouteBuilder app) => app.MapOpenApi(Path).AllowAnonymous().ExcludeFromDescription();

    private static Task DescribeAsync(
        Microsoft.OpenApi.OpenApiDocument document,
        OpenApiDocumentTransformerContext context,
        CancellationToken ct
    )
    {
        document.Info = new()
        {
            Title = "IwTune server",
            Version = "v1",
            Description =
                "The fleet's API (/api/v1) for people's programs, and the agents' wire (/agent/v1). A refusal is problem details, RFC "
                + "9457.",
        };
        // Where it runs is no part of what it is.
        document.Servers = [];
        document.Components ??= new();
        document.Components.SecuritySchemes = new Dictionary<string, IOpenApiSecurityScheme>(StringComparer.Ordinal)
        {
            [TokenScheme] = new OpenApiSecurityScheme
            {
                Type = SecuritySchemeType.Http,
                Scheme = "bearer",
                Description = "iwtune-server token create --kind api",
            },
            [HostScheme] = new OpenApiSecurityScheme
            {
                Type = SecuritySchemeType.ApiKey,
                In = ParameterLocation.Header,
                Name = "Authorization",
                Description = $"{AgentPaths.HostScheme} ID.SECRET, as enrolment gave them",
            },
        };
        if (document.Components.Schemas is { } schemas)
            foreach (var (name, schema) in schemas)
                Tell(schema, name, schemas.ContainsKey);
        return Task.CompletedTask;
    }

    private static void Tell(IOpenApiSchema schema, string owner, Func<string, bool> isSchema)
    {
        // Both are kinds of the interface, which has no setter; a reference's description is of its place.
        if (schema is OpenApiSchema { Description: { } text } whole)
            whole.Description = MemberNames.Told(text, owner, isSchema);
        else if (schema is OpenApiSchemaReference { Reference.Description: { } place } reference)
            reference.Reference.Description = MemberNames.Told(place, owner, isSchema);
        if (schema is not OpenApiSchema)
            return;
        IEnumerable<IOpenApiSchema?> parts =
        [
            .. schema.Properties?.Values ?? [],
            .. schema.OneOf ?? [],
            .. schema.AnyOf ?? [],
            .. schema.AllOf ?? [],
            schema.Items,
            schema.AdditionalProperties,
        ];
        foreach (var part in parts)
            if (part is not null)
                Tell(part, owner, isSchema);
    }

    /// <summary>A name that client generators make a method of: the verb and the path, <c>putHostsByIdOrNameLabels</c>.</summary>
    private static Task NameAsync(OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken ct)
    {
        var words = (context.Description.RelativePath ?? "")
            .Split('/', StringSplitOptions.RemoveEmptyEntries)
            .SkipWhile(word => word is "api" or "v1")
            .Where(word => word is not "v1")
            .SelectMany(word => word.StartsWith('{') ? ["by", word.Trim('{', '}').Split(':')[0]] : word.Split('-'));
        operation.OperationId ??= string.Concat(
            words
                .Select(word => char.ToUpperInvariant(word[0]) + word[1..])
                .Prepend((context.Description.HttpMethod ?? "get").ToLowerInvariant())
        );
        var taken =
            context.Description.ParameterDescriptions.FirstOrDefault(parameter => parameter.Source == BindingSource.Body)?.Type
            ?? context.Description.ActionDescriptor.EndpointMetadata.OfType<IAcceptsMetadata>().FirstOrDefault()?.RequestType;
        if (
            taken is not null
            && RequestExamples.ByType.TryGetValue(taken, out var example)
            && operation.RequestBody?.Content is { } content
        )
        {
            foreach (var form in content.Values)
                form.Example = JsonNode.Parse(example);
        }
        if (context.Description.ActionDescriptor.EndpointMetadata.OfType<IsPagedList>().Any())
        {
            operation.Parameters ??= [];
            operation.Parameters.Add(
                new OpenApiParameter
                {
                    Name = "limit",
                    In = ParameterLocation.Query,
                    Description = "Maximum number of rows.",
                    Schema = new OpenApiSchema
                    {
                        Type = JsonSchemaType.Integer,
                        Format = "int32",
                        Minimum = "1",
                        Maximum = $"{PagedLists.Most}",
                    },
                }
            );
            operation.Parameters.Add(
                new OpenApiParameter
                {
                    Name = "after",
                    In = ParameterLocation.Query,
                    Description = "Cursor from the Link header (rel=next) of the previous page.",
                    Schema = new OpenApiSchema { Type = JsonSchemaType.String },
                }
            );
        }
        return Task.CompletedTask;
    }

    /// <summary>ETags, and the headers that compare them, where a call has them.</summary>
    private static Task TagAsync(OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken ct)
    {
        var answers = operation.Responses ?? [];
        if (answers.ContainsKey("412"))
            Header(
                "If-Match",
                "The ETag of what the change was made from, as the GET of the same path answers it: refused with 412 when another person "
                    + "was faster. Without it the last one wins."
            );
        var known = answers.ContainsKey("304");
        if (known)
            Header("If-None-Match", "The ETag of a cached response: 304 if unchanged.");
        if (
            (known || context.Description.ActionDescriptor.EndpointMetadata.OfType<HasETag>().Any())
            && answers.TryGetValue("200", out var found)
            && found is OpenApiResponse answer
        )
        {
            answer.Headers ??= new Dictionary<string, IOpenApiHeader>(StringComparer.Ordinal);
            answer.Headers["ETag"] = new OpenApiHeader
            {
                Description = "Strong ETag of this response.",
                Schema = new OpenApiSchema { Type = JsonSchemaType.String },
            };
        }
        return Task.CompletedTask;

        void Header(string name, string description)
        {
            operation.Parameters ??= [];
            operation.Parameters.Add(
                new OpenApiParameter
                {
                    Name = name,
                    In = ParameterLocation.Header,
                    Description = description,
                    Schema = new OpenApiSchema { Type = JsonSchemaType.String },
                }
            );
        }
    }

    private static Task SecureAsync(OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken ct)
    {
        var needed = context.Description.ActionDescriptor.EndpointMetadata.OfType<NeedsAttribute>().LastOrDefault()?.Permission;
        var byHost = context.Description.ActionDescriptor.EndpointMetadata.OfType<HostOnly>().Any();
        if (needed is null && !byHost)
            return Task.CompletedTask;
        operation.Security =
        [
            new()
            {
                [new OpenApiSecuritySchemeReference(byHost ? HostScheme : TokenScheme, context.Document)] = needed is null
                    ? []
                    : [needed.Value.ToString()],
            },
        ];
        if (needed is not null and not Permission.Own)
            operation.Description = $"Needs the permission {needed}.";
        return Task.CompletedTask;
    }
}
