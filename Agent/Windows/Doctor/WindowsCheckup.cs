using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Doctor.Checks;
using IwTune.Shared.Model;

namespace IwTune.Agent.Windows.Doctor;

/// <summary>All checks on Windows.</summary>
internal static class WindowsCheckup
{
    private static readonly Check<WindowsFindings> Alive = new(
        "agent",
        DiagnosisGroup.Agent,
        "Windows keeps a template over restarts, but a group policy, a start script or an administrator may set it again. What counts "
            + "is a completed check-in, not a running process.",
        "iwtune status",
        host => AgentAnswers.Alive(host.Agent)
    );

    private static readonly Check<WindowsFindings> RoundTrip = new(
        "rtt",
        DiagnosisGroup.Agent,
        "A larger first flight saves whole round trips. At less than 5 ms they drown in jitter, and only the larger burst is left.",
        "RFC 6928 §10",
        host => AgentAnswers.RoundTrip(host.Agent, host.Largest > InitialWindow.LinuxDefault)
    );

    private static readonly Check<WindowsFindings> Bound = new(
        "effective-window",
        DiagnosisGroup.Agent,
        "What flies is the smallest of the template's window × MSS and the peer's window. A larger template window than the peer's is "
            + "without effect.",
        "RFC 5681 §3.1; TCP_INFO of fresh connections",
        host =>
            AgentAnswers.Bound(host.Agent, "Raise the receive buffer on that peer if it is yours; otherwise nothing is gained above this.")
    );

    public static IReadOnlyList<Check<WindowsFindings>> All { get; } =
    [
        Edition.Check,
        TemplatesInUse.Check,
        SettingWithoutEffect.Check,
        ForeignFilters.Check,
        Ledbat.Check,
        ReadingMethods.Check,
        OwnWindows.Check,
        PacingProfile.Check,
        Congestion.Check,
        RestartAfterIdle.Check,
        Evidencing.Check,
        ReceiveTuning.Check,
        SegmentCoalescing.Check,
        SendOffload.Check,
        ServiceStart.Check,
        Alive,
        RoundTrip,
        Bound,
    ];

    public static IReadOnlyList<Diagnosis> Of(WindowsFindings host) => [.. All.Select(check => check.On(host))];
}
