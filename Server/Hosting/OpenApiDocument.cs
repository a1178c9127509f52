using IwTune.Server.Features.Identity;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace IwTune.Server.Hosting;

/// <summary>The API as an OpenAPI document: served by the server, committed as docs/openapi.json, so that a change of the API shows in review.</summary>
internal static class OpenApiDocument
{
    public const string Path = "/api/v1/openapi.json";
    private const string Name = "v1", TokenScheme = "apiToken", HostScheme = "host";

    public static void AddOpenApiDocument(this IServiceCollection services) => services.AddOpenApi(Name, options =>
    {
        options.ShouldInclude = endpoint => endpoint.RelativePath is { } path
            && (path.StartsWith("api/", StringComparison.Ordinal) || path.StartsWith("agent/", StringComparison.Ordinal));
        options.AddDocumentTransformer(DescribeAsync);
        options.AddOperationTransformer(SecureAsync);
    });

    public static void MapOpenApiDocument(this IEndpointRouteBuilder app) => app.MapOpenApi(Path).ExcludeFromDescription();

    private static Task DescribeAsync(Microsoft.OpenApi.OpenApiDocument document, OpenApiDocumentTransformerContext context, CancellationToken ct)
    {
        document.Info = new()
        {
            Title = "IwTune server",
            Version = "v1",
            Description = "The fleet's API (/api/v1) for people's programs, and the agents' wire (/agent/v1). A refusal is problem details, RFC 9457.",
        };
        // Where it runs is no part of what it is.
        document.Servers = [];
        document.Components ??= new();
        document.Components.SecuritySchemes = new Dictionary<string, IOpenApiSecurityScheme>(StringComparer.Ordinal)
        {
            [TokenScheme] = new OpenApiSecurityScheme { Type = SecuritySchemeType.Http, Scheme = "bearer", Description = "iwtune-server token create --kind api" },
            [HostScheme] = new OpenApiSecurityScheme { Type = SecuritySchemeType.ApiKey, In = ParameterLocation.Header, Name = "Authorization", Description = $"{AgentPaths.HostScheme} ID.SECRET, as enrolment gave them" },
        };
        return Task.CompletedTask;
    }

    private static Task SecureAsync(OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken ct)
    {
        var needed = context.Description.ActionDescriptor.EndpointMetadata.OfType<IAuthorizeData>().LastOrDefault()?.Policy;
        var byHost = context.Description.ActionDescriptor.EndpointMetadata.OfType<HostOnly>().Any();
        if (needed is null && !byHost)
            return Task.CompletedTask;
        operation.Security = [new() { [new OpenApiSecuritySchemeReference(byHost ? HostScheme : TokenScheme, context.Document)] = needed is null ? [] : [needed] }];
        if (needed is not null and not Access.Read)
            operation.Description = $"Needs a token that may {needed}.";
        return Task.CompletedTask;
    }
}
