using System.Globalization;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Stripes;

/// <summary>Writes, compares and removes the rules of an experiment.</summary>
internal static class StripeRows
{
    /// <summary>
    /// Makes the rules those of the layout. New ones are added before old ones are removed, so that a connection always finds one.
    /// </summary>
    /// <exception cref="NetlinkException">The kernel refused.</exception>
    public static void Lay(NetlinkSocket netlink, StripeLayout layout)
    {
        var concerned = ArmTables.Concerned(netlink, layout).Select(one => one.Route.Key.Family).ToHashSet();
        foreach (var family in (byte[])[RouteNumbers.Inet, RouteNumbers.Inet6])
        {
            var wanted = StripeRules.Families(layout).Contains(family) && concerned.Contains(family) ? StripeRules.Of(layout, family) : [];
            var there = StripeRules.Read(netlink, family).FindAll(StripeRules.IsOurs);
            foreach (var rule in wanted.Except(there).ToList())
                Write(netlink, rule.CreateRequest(), "adding a rule of the experiment", LibC.EEXIST);
            foreach (var rule in there.Except(wanted).ToList())
                Remove(netlink, rule);
        }
    }

    /// <summary>
    /// The parts of a layout that are missing, in words. A rule without the ports it was given would match everything: it counts as
    /// missing, too.
    /// </summary>
    public static List<string> Missing(NetlinkSocket netlink, StripeLayout layout)
    {
        var missing = new List<string>();
        var concerned = ArmTables.Concerned(netlink, layout);
        var copies = RouteDump.Copies(netlink);
        foreach (var family in StripeRules.Families(layout))
        {
            if (!concerned.Exists(one => one.Route.Key.Family == family))
                continue;
            var there = StripeRules.Read(netlink, family);
            foreach (var rule in StripeRules.Of(layout, family).Except(there))
                missing.Add($"the {(family == RouteNumbers.Inet ? "IPv4" : "IPv6")} rule for ports {rule.Peer}");
            for (var arm = 0; arm < layout.Windows.Count; arm++)
            {
                if (!copies.Exists(copy => copy.Key.Family == family && copy.Key.Table == StripeRules.TableOf(arm)))
                    missing.Add($"the {(family == RouteNumbers.Inet ? "IPv4" : "IPv6")} routes of arm {arm}");
            }
        }
        return missing;
    }

    /// <summary>Removes all our rules, of any layout.</summary>
    /// <exception cref="NetlinkException">The kernel refused.</exception>
    public static void Clear(NetlinkSocket netlink, List<string> done)
    {
        foreach (var family in (byte[])[RouteNumbers.Inet, RouteNumbers.Inet6])
        {
            foreach (var rule in StripeRules.Read(netlink, family).FindAll(StripeRules.IsOurs))
            {
                Remove(netlink, rule);
                done.Add($"the experiment's rule for ports {rule.Peer}");
            }
        }
    }

    /// <summary>The commands that remove our present rules.</summary>
    public static IEnumerable<string> ByHand(NetlinkSocket netlink)
    {
        var lines = new List<string>();
        foreach (var family in (byte[])[RouteNumbers.Inet, RouteNumbers.Inet6])
        {
            var ip = family == RouteNumbers.Inet ? "ip" : "ip -6";
            lines.AddRange(StripeRules.Read(netlink, family).FindAll(StripeRules.IsOurs).Select(rule => Command(ip, rule)));
        }
        lines.AddRange(
            RouteDump
                .Copies(netlink)
                .Select(copy => (copy.Key.Family, copy.Key.Table))
                .Distinct()
                .Select(table =>
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"{(table.Family == RouteNumbers.Inet ? "ip" : "ip -6")} route flush table {table.Table}"
                    )
                )
        );
        return lines;
    }

    private static string Command(string ip, RuleMessage rule) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{ip} rule del priority {rule.Priority} iif lo ipproto "
                + $"tcp{(rule.Destination is { } to ? $" to {to}" : "")}{(rule.Here is { } here ? $" sport {here}" : "")} dport "
                + $"{rule.Peer} lookup {rule.Table}"
        );

    private static void Remove(NetlinkSocket netlink, RuleMessage rule) =>
        Write(netlink, rule.DeleteRequest(), "removing a rule of the experiment", LibC.ENOENT);

    private static void Write(NetlinkSocket netlink, byte[] request, string tried, int fine)
    {
        if (netlink.Change(tried, request) is { } error && error.Errno != fine)
            throw error.IsPermission ? Privilege.Missing(tried) : new NetlinkException(tried, error);
    }
}
