using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

/// <summary>Who owns a host's default routes, as it last reported them.</summary>
internal static class RouteOwners
{
    public const string Key = "owner";

    /// <summary>Of a member, as people read them; empty when none is known.</summary>
    public static string Of(FleetHost? host) =>
        host is null ? "" : string.Join(", ", host.Identity.Facts.Values.Where(fact => fact.Key == Key).Select(fact => fact.Value));

    /// <summary>
    /// The program, and what it made the route from: of <c>NetworkManager 'edge' (DHCPv4)</c> both <c>networkmanager</c> and <c>dhcpv4</c>.
    /// </summary>
    public static IReadOnlyList<string> Of(HostState state)
    {
        var owners = new SortedSet<string>(StringComparer.Ordinal);
        foreach (var target in state.Targets)
        {
            if (
                !target.Id.StartsWith("ipv", StringComparison.Ordinal)
                || !TargetPlace.TryParse(target.Id, out var place)
                || place.Destination.PrefixLength != 0
                || place.Table != TargetPlace.Main
            )
                continue;
            var owner = target.Owner ?? "";
            var name = owner.Split(' ', 2)[0];
            if (name.Length > 0)
                owners.Add(name.ToLowerInvariant());
            if (owner.EndsWith(')') && owner.LastIndexOf('(') is > 0 and var from)
                owners.Add(owner[(from + 1)..^1].ToLowerInvariant());
        }
        return [.. owners];
    }
}
