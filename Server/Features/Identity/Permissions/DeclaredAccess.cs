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
    /// <exception cref="InvalidOperationException">Names every endpoint that <see cref="Check"/> refuses.</exception>
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) =>
        app =>
        {
            next(app);
            Check([.. app.ApplicationServices.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>()]);
        };

    /// <summary>Every endpoint declares its access, and none of hosts a person's.</summary>
    /// <exception cref="InvalidOperationException">Names every endpoint of which that is not true.</exception>
    public static void Check(IReadOnlyList<RouteEndpoint> endpoints)
    {
        Refuse(
            endpoints.Where(endpoint => !Declares(endpoint)),
            "These endpoints do not say what they need; give each .Needs(Permission.X) or [Needs(Permission.X)]"
        );
        Refuse(
            endpoints.Where(endpoint => Needs(endpoint) && IsOfHosts(endpoint)),
            $"These endpoints need a permission, which is not checked below {Pipeline.HostsRoot}; move them, or give each HostOnly"
        );
    }

    private static void Refuse(IEnumerable<RouteEndpoint> endpoints, string why)
    {
        var names = string.Join(", ", endpoints.Select(endpoint => endpoint.DisplayName));
        if (names.Length > 0)
            throw new InvalidOperationException($"{why}: {names}");
    }

    private static bool Needs(RouteEndpoint endpoint) => endpoint.Metadata.GetMetadata<NeedsAttribute>() is not null;

    private static bool IsOfHosts(RouteEndpoint endpoint) =>
        new PathString("/" + endpoint.RoutePattern.RawText?.TrimStart('/')).StartsWithSegments(
            Pipeline.HostsRoot,
            StringComparison.OrdinalIgnoreCase
        );

    private static bool Declares(RouteEndpoint endpoint) =>
        Needs(endpoint)
        || endpoint.Metadata.GetMetadata<HostOnly>() is not null
        || endpoint.Metadata.GetMetadata<IAllowAnonymous>() is not null
        || endpoint.RoutePattern.RawText == FrameworkRedirect;
}
