using System.Globalization;
using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>How often a connection starts with one segment after all.</summary>
internal static class LostHandshakes
{
    private const long Enough = 200;
    private const double Often = 0.05;

    public static readonly Check<HostFindings> Check = new(
        "lost-handshakes",
        DiagnosisGroup.Loss,
        "If the SYN or SYN-ACK of a connection is retransmitted twice, the connection starts with one segment, whatever window its route "
            + "has.",
        "RFC 6928 §2; net/ipv4/tcp_input.c, tcp_init_transfer; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        if (
            !host.Counters.TryGetValue("TCPSynRetrans", out var again)
            || !host.Counters.TryGetValue("ActiveOpens", out var opened)
            || !host.Counters.TryGetValue("PassiveOpens", out var accepted)
        )
            return CheckAnswer.NotKnown("the kernel's TCP counters cannot be read");
        if (opened + accepted < Enough)
            return CheckAnswer.NotKnown($"{opened + accepted:#,0} connections were opened since boot; at least {Enough:#,0} are needed");
        var share = (double)again / (opened + accepted);
        var told = string.Create(
            CultureInfo.InvariantCulture,
            $"{again} SYNs retransmitted in {opened + accepted} connections ({share * 100:0.0} %)"
        );
        return share >= Often
            ? CheckAnswer.Advice(
                told,
                "Find the affected destinations; unreachable ones count, too (nstat -az TcpExtTCPSynRetrans TcpAttemptFails)."
            )
            : CheckAnswer.Ok(told);
    }
}
