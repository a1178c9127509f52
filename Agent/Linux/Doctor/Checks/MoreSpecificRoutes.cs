using System.Net;
using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Routes that take destinations away from a default route with a window.</summary>
internal static class MoreSpecificRoutes
{
    public static readonly Check<HostFindings> Check = new(
        "more-specific-routes",
        DiagnosisGroup.Routes,
        "A window belongs to one route and is not inherited. Connections over a more specific route (a LAN, a VPN, containers) start with "
            + "that route's window, not with the default route's.",
        "net/ipv4/tcp_metrics.c, tcp_init_metrics; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var main = host.Routes.Where(route => route.Target.InMainTable).ToList();
        var windows = main.Where(route => route.Target.IsDefault && route.Target.Current.InitCwnd is not null)
            .GroupBy(route => route.IsIpv6)
            .ToDictionary(family => family.Key, family => family.MinBy(route => route.Metric)!);
        if (windows.Count == 0)
            return CheckAnswer.Ok("no default route has a window that could be hidden");
        var hiding = main.Where(route =>
                !route.Target.IsDefault && windows.TryGetValue(route.IsIpv6, out var window) && route.InitCwnd != window.InitCwnd
            )
            .ToList();
        var halves = hiding.Where(route => route.Target.Destination.PrefixLength == 1).ToList();
        if (halves.GroupBy(route => route.IsIpv6).Any(family => family.Select(route => route.Target.Destination).Distinct().Count() == 2))
            return CheckAnswer.Problem(
                $"{List(halves)} together hide the default route's window from every peer",
                $"Add the scopes {Scopes(halves)} to the policy. VPNs add such routes in front of the default route."
            );
        var beyond = hiding.FindAll(route => route.HasGateway);
        return beyond.Count > 0
            ? CheckAnswer.Advice(List(beyond), $"Add the scopes {Scopes(beyond)} to the policy if those peers matter.")
            : CheckAnswer.Ok(hiding.Count == 0 ? "none differs" : $"only directly connected networks differ: {List(hiding)}");
    }

    private static string List(List<RouteFinding> routes) =>
        string.Join(", ", routes.Take(4).Select(route => $"{route.Target.Destination} with {route.InitCwnd}"))
        + (routes.Count > 4 ? $" and {routes.Count - 4} more" : "");

    private static string Scopes(List<RouteFinding> routes) =>
        string.Join(
            ", ",
            routes.Select(route => route.Target.Destination).Distinct().Take(4).Select((IPNetwork prefix) => $"'prefix: {prefix}'")
        );
}
