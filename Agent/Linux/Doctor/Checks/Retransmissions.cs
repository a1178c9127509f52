using System.Globalization;
using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>How much this host sends twice.</summary>
internal static class Retransmissions
{
    private const long Enough = 10_000;
    private const double Lossy = 0.04;
    private const double Watch = 0.02;

    public static readonly Check<HostFindings> Check = new(
        "retransmissions",
        DiagnosisGroup.Loss,
        "Ten segments instead of three raised the retransmission rate of a large site from 1.98 to 2.29 %, and from 3.54 to 4.21 % in its "
            + "slowest data centre. At 4 % or more, do not raise a window.",
        "RFC 6928 §10, §12",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        if (!host.Counters.TryGetValue("OutSegs", out var sent) || !host.Counters.TryGetValue("RetransSegs", out var again))
            return CheckAnswer.NotKnown("the kernel's TCP counters cannot be read");
        if (sent < Enough)
            return CheckAnswer.NotKnown($"{sent:#,0} segments were sent since boot; at least {Enough:#,0} are needed");
        var rate = (double)again / sent;
        var told = string.Create(CultureInfo.InvariantCulture, $"{rate * 100:0.00} % of {sent:#,0} segments since boot");
        return rate switch
        {
            >= Lossy => CheckAnswer.Problem(
                told,
                "Do not raise a window here; find the loss first (nstat -az TcpRetransSegs TcpExtTCPTimeouts, ss -ti)."
            ),
            >= Watch => CheckAnswer.Advice(
                told,
                "Monitor it when a window is raised: a rise of more than 0.5 percentage points is a reason to roll back."
            ),
            _ => CheckAnswer.Ok(told),
        };
    }
}
