using System.Globalization;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Effective;

/// <summary>Whether a first flight leaves at once or is spread over the round trip. It is the same number of segments either way.</summary>
internal static class SocketPacing
{
    /// <param name="congestionControl">Of the connection.</param>
    /// <param name="rate">tcp_info.tcpi_pacing_rate, bytes a second; 0 and all ones say nothing.</param>
    /// <param name="fairQueue">True when the interface it leaves by queues with fq, which paces every TCP connection.</param>
    /// <returns>A sentence; empty when nothing paces.</returns>
    public static string Of(string congestionControl, ulong rate, bool fairQueue)
    {
        var bbr = congestionControl.StartsWith("bbr", StringComparison.Ordinal);
        if (!bbr && !fairQueue)
            return "";
        var by = bbr ? congestionControl : "the queueing discipline fq";
        return rate is 0 or ulong.MaxValue or uint.MaxValue
            ? $"{by} spreads the flight over the round trip"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{by} spreads the flight over the round trip, at {rate / 125_000.0:0.#} Mbit/s at first"
            );
    }

    /// <summary>Whether an interface queues with fq, at its root or below a multi-queue one.</summary>
    public static bool IsFairQueue(NetlinkSocket netlink, int interfaceIndex)
    {
        var found = false;
        netlink.Visit(
            "reading the queueing disciplines",
            QdiscMessage.DumpRequest(),
            message =>
                found |=
                    message.Type == MessageType.NewQdisc
                    && QdiscMessage.Read(message.Body.Span) is { Kind: "fq" } fair
                    && fair.Interface == interfaceIndex
        );
        return found;
    }
}
