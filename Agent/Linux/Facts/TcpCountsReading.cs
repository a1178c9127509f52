using IwTune.Agent.Linux.Doctor.Reading;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Facts;

/// <summary>TCP's counters of the network namespace (net/ipv4/proc.c, snmp and netstat).</summary>
internal static class TcpCountsReading
{
    /// <returns><see langword="null"/> when the kernel does not show them here.</returns>
    public static TcpCounts? Read() => Of(TcpCounters.Read());

    public static TcpCounts? Of(IReadOnlyDictionary<string, long> counters) =>
        !counters.TryGetValue("OutSegs", out var sent) || !counters.TryGetValue("RetransSegs", out var again)
            ? null
            : new TcpCounts(sent, again)
            {
                LossProbes = Find(counters, "TCPLossProbes"),
                SlowStartAgain = Find(counters, "TCPSlowStartRetrans"),
                Timeouts = Find(counters, "TCPTimeouts"),
            };

    private static long? Find(IReadOnlyDictionary<string, long> counters, string name) =>
        counters.TryGetValue(name, out var count) ? count : null;
}
