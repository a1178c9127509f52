using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Receive windows on routes, most of which do nothing.</summary>
internal static class InitRwndEffect
{
    private const string Buffer = "net.ipv4.tcp_rmem";

    /// <summary>Commit a337531b942b: the default became 64 KiB, and initrwnd a mere ceiling.</summary>
    private static readonly Version OnlyCaps = new(4, 20);

    public static readonly Check<HostFindings> Check = new(
        "initrwnd",
        DiagnosisGroup.Receiving,
        "Since Linux 4.20, initrwnd can only lower the window: tcp_rmem's second number sets the window, and initrwnd is an upper limit. "
            + "Before, the default was 20 segments and initrwnd raised it.",
        "net/ipv4/tcp_output.c, tcp_select_initial_window; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var set = host.Routes.Where(route => route.Target.Current.InitRwnd is not null).ToList();
        if (set.Count == 0)
            return CheckAnswer.Ok("no route sets initrwnd");
        if (host.KernelVersion is not { } kernel || host.Number(Buffer, 1) is not { } buffer)
            return CheckAnswer.NotKnown("the kernel's version or tcp_rmem cannot be read");
        if (kernel < OnlyCaps)
            return CheckAnswer.Ok(
                $"initrwnd {set.Max(route => route.Target.Current.InitRwnd)}: on this kernel ({host.Kernel}) it raises the window"
            );
        var offered = Bandwidth.WindowOf(buffer);
        var lowest = set.MinBy(route => (long)route.Target.Current.InitRwnd!.Value * route.SegmentBytes(host))!;
        var capped = (long)lowest.Target.Current.InitRwnd!.Value * lowest.SegmentBytes(host);
        var told = $"initrwnd {lowest.Target.Current.InitRwnd} on {lowest.Target.Id}";
        return capped < offered
            ? CheckAnswer.Advice(
                $"{told} lowers the first receive window from {offered} B to {capped} B",
                "Remove initrwnd, unless the limit is intended."
            )
            : CheckAnswer.Advice(
                $"{told} has no effect: tcp_rmem offers {offered} B",
                "Remove initrwnd; to offer more, raise tcp_rmem's second number, or SO_RCVBUF in the application."
            );
    }
}
