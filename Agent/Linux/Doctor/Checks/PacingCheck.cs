using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Large windows leave as one burst unless something spreads them.</summary>
internal static class PacingCheck
{
    private const int Large = 32;

    public static readonly Check<HostFindings> Check = new(
        "pacing",
        DiagnosisGroup.Sending,
        "A first flight that is sent at line rate fills the smallest buffer of its path: of F segments, a buffer of B packets loses F − (B "
            + "+ 1). Segments that are spread over the round trip pass.",
        "Halfback, CoNEXT 2015; net/sched/sch_fq.c; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var large = host.Routes.Where(route => route.Target.Current.InitCwnd >= Large && route.Target.Interface is not null).ToList();
        if (large.Count == 0)
            return CheckAnswer.Ok($"no window of {Large} or more, so pacing is not needed");
        if (CongestionControl.IsPaced(host))
            return CheckAnswer.Ok("bbr paces");
        var bursting = large
            .Where(route => host.Link(route.Target.Interface) is { Qdisc: not ("fq" or "") })
            .Select(route => route.Target.Interface!)
            .Distinct(StringComparer.Ordinal)
            .ToList();
        return bursting.Count == 0
            ? CheckAnswer.Ok("fq paces")
            : CheckAnswer.Advice(
                $"initcwnd {large.Max(route => route.InitCwnd)}: the first flight leaves {string.Join(", ", bursting)} "
                    + $"({host.Link(bursting[0])!.Qdisc}) as one burst",
                $"tc qdisc replace dev {bursting[0]} root fq   # if the kernel has sch_fq; otherwise set a window below {Large}"
            );
    }
}
