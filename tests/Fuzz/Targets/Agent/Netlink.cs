using IwTune.Agent.Linux.Doctor.Reading;
using IwTune.Agent.Linux.Effective;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.SocketDiagnosis;
using IwTune.Shared.Policies;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>Datagrams of the kernel: rtnetlink, and sock_diag by itself, because each protocol numbers its messages for itself.</summary>
internal static class Netlink
{
    private static readonly Window Written = new(10, 20);

    public static bool Read(byte[] input)
    {
        var any = false;
        ReadOnlyMemory<byte> datagram = input;
        try
        {
            while (NetlinkMessage.TryTake(ref datagram, out var message))
                any |= Route(message);
        }
        catch (NetlinkFormatException)
        {
            return any;
        }
        return any;
    }

    public static bool Socket(byte[] input)
    {
        try
        {
            var read = DiagMessage.Read(input);
            _ = DiagMessage.IsListener(input);
            _ = DiagMessage.Id(input);
            _ = DiagMessage.Peer(input);
            _ = DiagMessage.LocalPort(input);
            _ = CongestionName.Of(DiagMessage.CongestionControl(input));
            _ = DiagMessage.IsFresh(input);
            return read is not null;
        }
        catch (NetlinkFormatException)
        {
            return false;
        }
    }

    private static bool Route(in NetlinkMessage message)
    {
        var body = message.Body;
        switch (message.Type)
        {
            case MessageType.NewRoute or MessageType.DelRoute:
                Replaced(RouteMessage.Read(body));
                return true;
            case MessageType.NewRule or MessageType.DelRule:
                _ = RuleFindings.Of(body.Span);
                var rule = RuleMessage.Read(body.Span);
                // What ours would be is written as it was read.
                if (!rule.LooksElsewhere)
                    BrokenPromiseException.Unless(
                        RuleMessage.Read(rule.CreateRequest().AsSpan(NetlinkWriter.MessageHeader)) == rule,
                        "a rule that is written is read again"
                    );
                return true;
            case MessageType.NewLink or MessageType.DelLink:
                _ = LinkMessage.Read(body.Span);
                return true;
            case MessageType.NewAddress or MessageType.DelAddress:
                _ = AddressMessage.Read(body.Span);
                return true;
            case MessageType.NewQdisc:
                _ = QdiscMessage.Read(body.Span);
                return true;
            case MessageType.Error or MessageType.Done:
                _ = NetlinkError.Read(message)?.ToString();
                return true;
            default:
                _ = PeerMetrics.Read(body.Span);
                return true;
        }
    }

    private static void Replaced(RouteMessage route)
    {
        _ = route.ToString();
        _ = route.DeleteRequest();
        var again = RouteMessage.Read(route.ReplaceRequest(Written).AsMemory(NetlinkWriter.MessageHeader));
        BrokenPromiseException.Unless(
            again.Key == route.Key && again.Window == Written,
            "a route that gets a window keeps its key and has the window"
        );
    }
}
