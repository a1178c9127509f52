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
        var words = new IdWords(id);
        words.TryTake(out var kind);
        place = new(Main, Everywhere4, null, false);
        switch (kind)
        {
            case "template" when words.TryTake(out _):
                place = place with { InUse = true };
                return true;
            case "filter" when words.TryTake(out var filtered):
                // A filter of protocols or ports alone names no destination.
                if (IPNetwork.TryParse(filtered, out var destination))
                    place = new(Main, destination, null);
                return true;
            case OfContainer when ContainerFacts.TryParse(id) is { } container:
                place = new(OfContainer, Everywhere4, null) { Container = container };
                return true;
            case "ipv4":
                return TryParseRoute(words, Everywhere4, out place);
            case "ipv6":
                return TryParseRoute(words, Everywhere6, out place);
            default:
                return false;
        }
    }

    private static bool TryParseRoute(IdWords words, IPNetwork everywhere, out TargetPlace place)
    {
        place = default;
        if (!words.TryTake(out var table))
            return false;
        var named = table is not "table";
        if ((!named && !words.TryTake(out table)) || !words.TryTake(out var destination))
            return false;
        if (destination is not "default" && !IPNetwork.TryParse(destination, out everywhere))
            return false;
        place = new(TableOf(table, named), everywhere, InterfaceOf(words));
        return true;
    }

    private static string TableOf(ReadOnlySpan<char> table, bool named) =>
        table is Main ? Main
        : table is "default" && !named ? "253"
        : table.ToString();

    /// <summary>
    /// A route with several next hops leaves by several interfaces, so it has none; the id does not contain a next-hop object's interface.
    /// </summary>
    private static string? InterfaceOf(IdWords words)
    {
        while (words.TryTake(out var name) && words.TryTake(out var value))
        {
            switch (name)
            {
                case "dev":
                    return value.ToString();
                case "nexthop" or "nhid":
                    return null;
            }
        }
        return null;
    }
}
