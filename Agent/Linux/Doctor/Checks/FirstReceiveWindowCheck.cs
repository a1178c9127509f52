using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>What this host lets a peer send first.</summary>
internal static class FirstReceiveWindowCheck
{
    private const string Name = "net.ipv4.tcp_rmem";

    /// <summary>A window in a SYN is never scaled (RFC 7323 §2.2).</summary>
    private const long SynLimit = 65535;

    public static readonly Check<HostFindings> Check = new(
        "first-receive-window",
        DiagnosisGroup.Receiving,
        "A peer's first flight cannot exceed this host's first receive window: half of tcp_rmem's second number, at most 64 KiB. With "
            + "131072 that is 44 segments of 1460 bytes.",
        "net/ipv4/tcp_output.c, tcp_select_initial_window; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        if (host.Number(Name, 1) is not { } buffer)
            return Sysctl.Missing(Name);
        var window = Math.Min(SynLimit, Bandwidth.WindowOf(buffer));
        var told = $"{Sysctl.Told(host, Name)}: a first window of {window / 1460} segments";
        return buffer >= 2 * (SynLimit + 1)
            ? CheckAnswer.Ok(told)
            : CheckAnswer.Advice(told, Sysctl.Set(Name, $"{host.Number(Name)} 131072 {Math.Max(131072, host.Number(Name, 2) ?? 0)}"));
    }
}
