using System.Net;

namespace IwTune.Shared.Policies;

/// <summary>Where a target stands on its host, as far as scopes ask.</summary>
/// <param name="Table">
/// The routing table: <c>main</c>, <c>local</c>, or a number as decimal digits. A host without tables has <c>main</c> alone.
/// </param>
/// <param name="Destination">What it reaches; 0.0.0.0/0 or ::/0 for a default route.</param>
/// <param name="Interface">The interface it leaves by; <see langword="null"/> when there are several or none.</param>
/// <param name="InUse">False for a target that no connection takes its window from in the host's present configuration.</param>
public readonly record struct TargetPlace(string Table, IPNetwork Destination, string? Interface, bool InUse = true)
{
    /// <summary>The table that ordinary lookups use.</summary>
    public const string Main = "main";

    /// <summary>The place of a container, which is in no routing table.</summary>
    public const string OfContainer = "container";

    /// <summary>The container that the target is; <see langword="null"/> for a route or a template.</summary>
    public ContainerFacts? Container { get; init; }

    private static readonly IPNetwork Everywhere4 = new(IPAddress.Any, 0),
        Everywhere6 = new(IPAddress.IPv6Any, 0);

    /// <summary>True for what serves every destination that nothing more specific serves.</summary>
    public bool IsDefault => Destination.PrefixLength == 0 && InUse;

    /// <summary>
    /// From a target's id: <c>ipv4 main default via 192.0.2.1 dev eth0 metric 100</c>, <c>ipv6 table 100 2001:db8::/32 nexthop …</c>,
    /// <c>template Internet</c>, <c>filter 10.0.0.0/8</c>, <c>container docker 3350ade4226f</c>.
    /// </summary>
    /// <returns><see langword="false"/> for an id of another form; nothing is thrown.</returns>
    public static bool TryParse(string id, out TargetPlace place)
    {
        var words = id.Split(' ');
        place = new(Main, Everywhere4, null, false);
        switch (words[0])
        {
            case "template" when words.Length > 1:
                place = place with { InUse = true };
                return true;
            case "filter" when words.Length > 1:
                // A filter of protocols or ports alone names no destination.
                if (IPNetwork.TryParse(words[1], out var destination))
                    place = new(Main, destination, null);
                return true;
            case OfContainer when ContainerFacts.TryParse(id) is { } container:
                place = new(OfContainer, Everywhere4, null) { Container = container };
                return true;
            case "ipv4" or "ipv6":
                return TryParseRoute(words, out place);
            default:
                return false;
        }
    }

    private static bool TryParseRoute(string[] words, out TargetPlace place)
    {
        place = default;
        var at = words is [_, "table", ..] ? 2 : 1;
        if (words.Length < at + 2)
            return false;
        var table = at == 2 && words[at] == "default" ? "253" : words[at];
        var everywhere = words[0] == "ipv4" ? Everywhere4 : Everywhere6;
        if (words[at + 1] != "default" && !IPNetwork.TryParse(words[at + 1], out everywhere))
            return false;
        place = new(table, everywhere, InterfaceOf(words, at + 2));
        return true;
    }

    /// <summary>
    /// A route with several next hops leaves by several interfaces, so it has none; the id does not contain a next-hop object's interface.
    /// </summary>
    private static string? InterfaceOf(string[] words, int at)
    {
        for (; at + 1 < words.Length; at += 2)
        {
            switch (words[at])
            {
                case "dev":
                    return words[at + 1];
                case "nexthop" or "nhid":
                    return null;
            }
        }
        return null;
    }
}
