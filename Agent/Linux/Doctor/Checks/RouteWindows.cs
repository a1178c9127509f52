using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;
using IwTune.Shared.Model;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Windows that are too large or too small to gain anything.</summary>
internal static class RouteWindows
{
    /// <summary>What a default Linux peer lets into its first 64 KiB at an MSS of 1448.</summary>
    private const int PeerFirst = 45;
    private const int Extreme = 100;

    public static readonly Check<HostFindings> Check = new(
        "windows",
        DiagnosisGroup.Routes,
        "A peer with default settings first offers 64 KiB: 44 or 45 segments, whatever the sender's window is. Segments that exceed a "
            + "path's buffer are lost, and that costs more than the larger window saves.",
        "RFC 9293 §3.8.6; systemd.network(5): 100 is extremely large; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var set = host.Routes.Where(route => route.Target.Current.InitCwnd is not null).ToList();
        if (set.Count == 0)
            return CheckAnswer.Ok($"no route sets initcwnd: every connection starts with the kernel's {InitialWindow.LinuxDefault}");
        var widest = set.MaxBy(route => route.InitCwnd)!;
        var narrowest = set.MinBy(route => route.InitCwnd)!;
        return (narrowest.InitCwnd, widest.InitCwnd) switch
        {
            (_, > Extreme) => CheckAnswer.Problem(
                Told(widest),
                "Lower it to 45 or less, unless you control the receivers on that path and configured them to offer more."
            ),
            (_, > PeerFirst) => CheckAnswer.Advice(
                Told(widest),
                "Nothing is gained above 45, unless you control the receivers on that path and configured them to offer more."
            ),
            (< 3, _) => CheckAnswer.Advice(
                Told(narrowest),
                "RFC 5681 §3.1 allows at least 2 to 4 segments; fewer costs a round trip and, with delayed ACKs, 40 ms more."
            ),
            _ => CheckAnswer.Ok(
                narrowest.InitCwnd == widest.InitCwnd
                    ? $"initcwnd {widest.InitCwnd}"
                    : $"initcwnd {narrowest.InitCwnd} to {widest.InitCwnd}"
            ),
        };
    }

    private static string Told(RouteFinding route) => $"initcwnd {route.InitCwnd} on {route.Target.Id}";
}
