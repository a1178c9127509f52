using IwTune.Server.Hosting;
using Microsoft.AspNetCore.Authorization;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>
/// Every endpoint of the server declares its access. With an endpoint that does not, the server does not start.
/// </summary>
internal sealed class DeclaredAccess : IStartupFilter
{
    /// <summary>The framework's own, for redirects of streamed pages: it opens only what this server sealed.</summary>
    private const string FrameworkRedirect = "/_framework/opaque-redirect";

    /// <summary>Looks when the pipeline stands: from then on the endpoints are made, and the same that answer.</summary>
    /// <exception cref="InvalidOperationException">Names every endpoint that declares nothing.</exception>
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) =>
        app =>
        {
            next(app);
            var silent = app
                .ApplicationServices.GetRequiredService<EndpointDataSource>()
                .Endpoints.OfType<RouteEndpoint>()
                .Where(endpoint => !Declares(endpoint))
                .Select(endpoint => endpoint.DisplayName)
                .ToList();
            if (silent.Count > 0)
                throw new InvalidOperationException(
                    "These endpoints do not say what they need; give each .Needs(Permission.X) or [Needs(Permission.X)]: "
                        + $"{string.Join(", ", silent)}"
                );
        };

    private static bool Declares(RouteEndpoint endpoint) =>
        endpoint.Metadata.GetMetadata<NeedsAttribute>() is not null
        || endpoint.Metadata.GetMetadata<HostOnly>() is not null
        || endpoint.Metadata.GetMetadata<IAllowAnonymous>() is not null
        || endpoint.RoutePattern.RawText == FrameworkRedirect;
}
