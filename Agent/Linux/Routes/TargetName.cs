using System.Globalization;
using System.Runtime.CompilerServices;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Routes;

/// <summary>A route's id: what identifies it, in the words of <c>ip route</c>, without anything that changes by itself.</summary>
internal static class TargetName
{
    /// <param name="route">The route.</param>
    /// <param name="interfaceName">Names an interface by its index.</param>
    public static string Of(RouteMessage route, Func<int, string> interfaceName) => Of(route, route.Key.Priority, interfaceName);

    /// <summary>The id of the target that a row serves for: a shadow serves in the place of the route it stands before.</summary>
    public static string Served(RouteMessage row, Func<int, string> interfaceName) =>
        Of(row, row is { IsShadow: true, ShadowSharesKey: false } ? row.ShadowedKey.Priority : row.Key.Priority, interfaceName);

    /// <remarks>A host may have a million routes: a name costs its own characters and no more.</remarks>
    private static string Of(RouteMessage route, uint priority, Func<int, string> interfaceName)
    {
        var name = new DefaultInterpolatedStringHandler(0, 0, CultureInfo.InvariantCulture, stackalloc char[256]);
        name.AppendLiteral(route.Key.Family == RouteNumbers.Inet ? "ipv4 " : "ipv6 ");
        name.AppendLiteral(Table(route.Key.Table));
        if (route.Key.DestinationLength == 0)
            name.AppendLiteral(" default");
        else
            Append(ref name, " ", route.Destination);
        if (route.Key.SourceLength > 0)
            Append(ref name, " from ", route.Source);
        if (route.Key.Tos > 0)
        {
            name.AppendLiteral(" tos 0x");
            name.AppendFormatted(route.Key.Tos, "x2");
        }
        AppendNexthops(ref name, route, interfaceName);
        if (priority > 0)
            Append(ref name, " metric ", priority);
        return name.ToStringAndClear();
    }

    /// <summary>Routes that differ in their maker alone, or not even in that, still get an id each.</summary>
    public static string Distinct(string name, RouteMessage route, Predicate<string> isTaken)
    {
        var distinct = $"{name} proto {RouteProtocol.Name(route.Protocol)}";
        for (var ordinal = 2; isTaken(distinct); ordinal++)
            distinct = $"{name} proto {RouteProtocol.Name(route.Protocol)} #{ordinal}";
        return distinct;
    }

    private static void AppendNexthops(ref DefaultInterpolatedStringHandler name, RouteMessage route, Func<int, string> interfaceName)
    {
        if (route.NexthopId != 0)
        {
            Append(ref name, " nhid ", route.NexthopId);
            return;
        }
        if (route.Gateway is { } gateway)
            Append(ref name, " via ", gateway);
        if (route.OutInterface != 0)
            Append(ref name, " dev ", interfaceName(route.OutInterface));
        foreach (var nexthop in route.Nexthops)
        {
            name.AppendLiteral(" nexthop");
            if (nexthop.Gateway is { } via)
                Append(ref name, " via ", via);
            Append(ref name, " dev ", interfaceName(nexthop.Interface));
            if (nexthop.Weight != 1)
                Append(ref name, " weight ", nexthop.Weight);
        }
    }

    private static void Append<T>(ref DefaultInterpolatedStringHandler name, string word, T value)
    {
        name.AppendLiteral(word);
        name.AppendFormatted(value);
    }

    /// <summary>As a policy's table scope names it.</summary>
    public static string TableOf(uint table) =>
        table switch
        {
            RouteNumbers.MainTable => Target.Main,
            RouteNumbers.LocalTable => "local",
            _ => table.ToString(CultureInfo.InvariantCulture),
        };

    private static string Table(uint table) =>
        table switch
        {
            RouteNumbers.MainTable or RouteNumbers.LocalTable => TableOf(table),
            253 => "table default",
            _ => $"table {table}",
        };
}
