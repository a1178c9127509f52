using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;

namespace IwTune.Agent.Linux.Doctor.Reading;

/// <summary>Policy rules (include/uapi/linux/fib_rules.h).</summary>
internal static class RuleFindings
{
    private const int HeaderLength = 12;
    private const int TableOffset = 4;
    private const int ActionOffset = 7;
    private const byte ToTable = 1; // FR_ACT_TO_TBL
    private const ushort Priority = 6;
    private const ushort Table = 15;
    private const ushort Protocol = 21;
    private const uint FirstUsual = 253; // default, main, local

    public static IReadOnlyList<RuleFinding> Read(NetlinkSocket netlink)
    {
        var rules = new List<RuleFinding>();
        foreach (var family in (ReadOnlySpan<byte>)[RouteNumbers.Inet, RouteNumbers.Inet6])
        {
            foreach (var message in Dump(netlink, family))
            {
                if (message.Type == MessageType.NewRule && Of(message.Body.Span) is { } rule)
                    rules.Add(rule);
            }
        }
        return rules;
    }

    internal static RuleFinding? Of(ReadOnlySpan<byte> raw)
    {
        if (raw.Length < HeaderLength)
            throw new NetlinkFormatException($"a rule of {raw.Length} bytes is too short");
        uint priority = 0,
            table = raw[TableOffset];
        var ours = false;
        foreach (var attribute in new Attributes(raw[HeaderLength..]))
        {
            if (attribute.Type == Priority)
                priority = attribute.UInt32;
            else if (attribute.Type == Table)
                table = attribute.UInt32;
            else if (attribute.Type == Protocol)
                ours = attribute.Payload is [RouteProtocol.IwTuneCopy, ..];
        }
        if (ours)
            return null; // an experiment reports itself
        return raw[ActionOffset] == ToTable && table is (> 0 and < FirstUsual) or > FirstUsual + 2
            ? new RuleFinding(raw[0] == RouteNumbers.Inet6, priority, table)
            : null;
    }

    private static List<NetlinkMessage> Dump(NetlinkSocket netlink, byte family)
    {
        Span<byte> header = stackalloc byte[HeaderLength];
        header.Clear();
        MemoryMarshal.Write(header, in family);
        try
        {
            return netlink.Dump(
                "reading the policy rules",
                new NetlinkWriter().Bytes(header).ToMessage(MessageType.GetRule, RequestFlags.Request | RequestFlags.Dump)
            );
        }
        catch (NetlinkException unsupported) when (unsupported.Error is not null)
        {
            return []; // a kernel without policy rules, or without this family, has none
        }
    }
}
