using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether the end of a flight can be lost without a timeout.</summary>
internal static class LossRecovery
{
    private const string Probes = "net.ipv4.tcp_early_retrans";
    private const string Rack = "net.ipv4.tcp_recovery";

    public static readonly Check<HostFindings> Check = new(
        "loss-recovery",
        DiagnosisGroup.Loss,
        "No segment follows the last segments of a first flight, so no acknowledgement reveals their loss. A tail-loss probe and RACK "
            + "repair it in two round trips; without them the repair takes a time-out of 200 ms or more.",
        "RFC 8985 §5, §7; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host) =>
        (host.Number(Probes), host.Number(Rack)) switch
        {
            (null, _) => Sysctl.Missing(Probes),
            (< 3, _) => CheckAnswer.Advice($"{Sysctl.Told(host, Probes)}: no tail-loss probes", Sysctl.Set(Probes, "3")),
            (_, { } rack) when (rack & 1) == 0 => CheckAnswer.Advice($"{Sysctl.Told(host, Rack)}: no RACK", Sysctl.Set(Rack, "1")),
            _ => CheckAnswer.Ok("tail-loss probes and RACK are on"),
        };
}
