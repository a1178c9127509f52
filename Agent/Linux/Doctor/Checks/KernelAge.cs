using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>What this kernel cannot do, oldest first.</summary>
internal static class KernelAge
{
    private static readonly (Version Before, string What)[] Lacks =
    [
        (new(2, 6, 39), "starts connections with 3 segments, not 10, where no route sets a window"),
        (new(4, 15), "cannot attach several sock_ops programs to one cgroup, so the bpf backend is not available"),
        (new(4, 20), "first offers 20 segments as a receiver; initrwnd raises this"),
        (new(5, 3), "leaks path MTUs when an IPv6 route is replaced"),
        (new(5, 4), "does not report the peer's window in TCP_INFO, so the binding term is an estimate"),
    ];

    public static readonly Check<HostFindings> Check = new(
        "kernel",
        DiagnosisGroup.Machine,
        "Defaults and defects of the first flight have changed over the years. One policy has different results on different kernels.",
        "commits 442b9635c569 (2.6.39), a337531b942b (4.20), 8f7baad7f035 (5.4)",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        if (host.KernelVersion is not { } kernel)
            return CheckAnswer.NotKnown($"'{host.Kernel}' is not a kernel version that this check understands");
        var lacking = Lacks.Where(lack => kernel < lack.Before).Select(lack => lack.What).ToList();
        return lacking.Count == 0
            ? CheckAnswer.Ok(host.Kernel)
            : CheckAnswer.Advice(
                $"{host.Kernel} {string.Join("; it ", lacking)}",
                $"Compare this host's evidence with hosts of the same kernel, or update the kernel. {FrontAdvice.Text}"
            );
    }
}
