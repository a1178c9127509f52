using System.Net;

namespace IwTune.Shared.Policies;

/// <summary>
/// Which targets a scope covers, and which of several decides. One rule for the agent, which resolves, and for the server, which reports it
/// beforehand.
/// </summary>
public static class ScopeReach
{
    /// <summary>
    /// True when the scope covers the target in that place. Only table scopes cover tables other than main, and only containers scopes
    /// cover containers.
    /// </summary>
    public static bool Covers(Scope scope, in TargetPlace place) =>
        scope switch
        {
            Scope.Containers containers => place.Container is { } facts && containers.Selector.Matches(facts),
            _ when place.Container is not null => false,
            Scope.Table table => place.Table == table.Name,
            _ when place.Table != TargetPlace.Main => false,
            Scope.Prefix prefix => Within(place.Destination, prefix.Network),
            Scope.Interface iface => place.Interface == iface.Name,
            _ => place.IsDefault,
        };

    /// <summary>
    /// The more specific of two scopes that cover a target decides: the longest prefix, then the interface, then default; for a container
    /// the selector with more terms. Of equals the one written first.
    /// </summary>
    public static int Weight(Scope scope) =>
        scope switch
        {
            Scope.Prefix prefix => 2 + prefix.Network.PrefixLength,
            Scope.Containers containers => containers.Selector.Terms.Count,
            Scope.Interface => 1,
            _ => 0,
        };

    /// <summary>True when every address of the one lies in the other; networks of two families never do.</summary>
    public static bool Within(IPNetwork inner, IPNetwork outer) =>
        inner.BaseAddress.AddressFamily == outer.BaseAddress.AddressFamily
        && inner.PrefixLength >= outer.PrefixLength
        && outer.Contains(inner.BaseAddress);
}
