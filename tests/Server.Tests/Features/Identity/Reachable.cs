using System.Text.RegularExpressions;
using IwTune.Server.Console.Live;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Routing;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>One endpoint or page of the server, from the routes of the running server, so that none is missed.</summary>
/// <param name="Method">GET for a page.</param>
/// <param name="Pattern">With its parameters.</param>
/// <param name="Needs">What it declares; nothing for what every caller or a host may call.</param>
/// <param name="Whose">Who may call it when it needs no permission.</param>
internal sealed partial record Reachable(string Method, string Pattern, IReadOnlyList<NeedsAttribute> Needs, string Whose)
{
    /// <summary>What a caller reads to its end: a stream of events has none.</summary>
    public bool IsRead => Method == "GET" && Pattern != LiveStream.Path;

    public bool IsApi =>
        Pattern.StartsWith("/api/", StringComparison.Ordinal)
        || Pattern.StartsWith("/agent/", StringComparison.Ordinal)
        || Pattern.StartsWith("/scim/", StringComparison.Ordinal);

    public static IReadOnlyList<Reachable> Of(RunningServer server) =>
        [
            .. server
                .Get<EndpointDataSource>()
                .Endpoints.OfType<RouteEndpoint>()
                .Where(endpoint => !endpoint.RoutePattern.RawText!.StartsWith("/_framework", StringComparison.Ordinal))
                .SelectMany(Each)
                .OrderBy(one => one.Pattern, StringComparer.Ordinal)
                .ThenBy(one => one.Method, StringComparer.Ordinal)
                .Distinct(),
        ];

    /// <summary>The address with something in place of each parameter.</summary>
    public string Address(Func<string, string> value) =>
        Parameter()
            .Replace(
                Pattern,
                match => match.Value.Contains(":int", StringComparison.Ordinal) ? "1" : Uri.EscapeDataString(value(match.Groups[1].Value))
            );

    public bool Allows(Rights rights) => Needs.All(need => need.Allows(rights)) && (IsApi || rights.May(Permission.Console));

    private static IEnumerable<Reachable> Each(RouteEndpoint endpoint)
    {
        var needs = endpoint.Metadata.GetOrderedMetadata<NeedsAttribute>().Distinct().ToList();
        var whose =
            needs.Count > 0 ? ""
            : endpoint.Metadata.GetMetadata<MonitoringOnly>() is not null ? "monitoring"
            : endpoint.Metadata.GetMetadata<HostOnly>() is null ? "everybody"
            : "hosts";
        var methods = endpoint.Metadata.GetMetadata<IHttpMethodMetadata>()?.HttpMethods ?? ["GET"];
        return methods
            .Where(method => method != "POST" || methods.Count == 1)
            .Select(method => new Reachable(method, "/" + endpoint.RoutePattern.RawText!.Trim('/'), needs, whose));
    }

    public bool Equals(Reachable? other) => other is not null && other.Method == Method && other.Pattern == Pattern;

    public override int GetHashCode() => HashCode.Combine(Method, Pattern);

    [GeneratedRegex(@"\{\**([A-Za-z]+)[^}]*\}")]
    private static partial Regex Parameter();
}
