using System.Net.Sockets;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Stripes;

/// <summary>
/// The rules that send the connections of a stripe to the table of its arm. One before them lets the main table answer whenever it has a
/// route more specific than the destination concerned, so that a table of an arm needs only its own routes. They stand right before the
/// rule for the main table: all other rules come first, as always.
/// </summary>
/// <remarks>
/// Rules that match ports make the kernel dissect received packets, except with <c>iif lo</c>, which matches what the host itself sends
/// (fib_rule_requires_fldissect, include/net/fib_rules.h). A server's answers are routed with the peer's port as destination port.
/// </remarks>
internal static class StripeRules
{
    /// <summary>
    /// FRA_PROTOCOL and the ranges of ports came with 4.17; an older kernel would ignore them and send every packet there.
    /// </summary>
    public static readonly Version Since = new(4, 17);

    /// <summary>The rule for the main table (fib_default_rules_init; fib6_rules_net_init).</summary>
    private const uint MainPriority = 32766;

    private const uint SuppressPriority = MainPriority - 2;
    private const uint StripePriority = MainPriority - 1;

    /// <summary>The table of the first arm: an unused number, below 2³¹, which some programs take for the end.</summary>
    private const uint FirstTable = 1_063_900;

    /// <summary>The table of an arm.</summary>
    public static uint TableOf(int arm) => FirstTable + (uint)arm;

    /// <summary>What a layout needs in one family, in the order to make them.</summary>
    public static List<RuleMessage> Of(StripeLayout layout, byte family)
    {
        var ours = new RuleMessage
        {
            Family = family,
            Protocol = RouteProtocol.IwTuneCopy,
            OwnTcp = true,
            Here = layout.LocalPort is { } port ? new RuleMessage.Ports((ushort)port, (ushort)port) : null,
            Destination = layout.Destination is { PrefixLength: > 0 } to ? to : null,
        };
        var (first, last) = (layout.Stripes.Min(stripe => stripe.First), layout.Stripes.Max(stripe => stripe.Last));
        return
        [
            ours with
            {
                Priority = SuppressPriority,
                Table = RouteNumbers.MainTable,
                Peer = Range(first, last),
                Suppress = layout.Destination?.PrefixLength ?? 0,
            },
            .. layout.Stripes.Select(stripe =>
                ours with
                {
                    Priority = StripePriority,
                    Table = TableOf(stripe.Arm),
                    Peer = Range(stripe.First, stripe.Last),
                }
            ),
        ];
    }

    /// <summary>The families that a destination is in.</summary>
    public static ReadOnlySpan<byte> Families(StripeLayout layout) =>
        layout.Destination switch
        {
            null => [RouteNumbers.Inet, RouteNumbers.Inet6],
            { BaseAddress.AddressFamily: AddressFamily.InterNetwork } => [RouteNumbers.Inet],
            _ => [RouteNumbers.Inet6],
        };

    /// <summary>The rules there are in one family; none where the kernel has no policy rules.</summary>
    public static List<RuleMessage> Read(NetlinkSocket netlink, byte family)
    {
        var rules = new List<RuleMessage>();
        try
        {
            foreach (var message in netlink.Dump("reading the policy rules", RuleMessage.DumpRequest(family)))
            {
                if (message.Type == MessageType.NewRule)
                    rules.Add(RuleMessage.Read(message.Body.Span));
            }
        }
        catch (NetlinkException unsupported) when (unsupported.Error is not null) { }
        return rules;
    }

    public static bool IsOurs(RuleMessage rule) => rule.Protocol == RouteProtocol.IwTuneCopy;

    /// <summary>
    /// Why the rules of other programs make it impossible to know which connection gets which window; empty when they do not.
    /// </summary>
    public static IEnumerable<string> Hindrances(List<RuleMessage> rules, byte family)
    {
        var name = family == RouteNumbers.Inet ? "ip rule" : "ip -6 rule";
        var main = rules.Find(rule => rule.Table == RouteNumbers.MainTable && rule.IsForAll);
        if (
            main?.Priority != MainPriority
            || !rules.Exists(rule => rule is { Table: RouteNumbers.LocalTable, Priority: 0, IsForAll: true })
        )
        {
            yield return $"'{name}' does not show the kernel's default rules (0: lookup local, {MainPriority}: lookup main), which must "
                + "follow those of the experiment. Restore them, then try again.";
            yield break;
        }
        foreach (var other in rules.Where(rule => rule.Priority is > 0 and < MainPriority && !IsOurs(rule)))
            yield return $"'{name}' shows another program's rule at {other.Priority} (lookup {other.Table}). Which connections it "
                + "takes is not known, so some would be counted for an arm whose window they never got. Remove it during the "
                + "experiment, or run the experiment on another host.";
    }

    private static RuleMessage.Ports Range(int first, int last) => new((ushort)first, (ushort)last);
}
