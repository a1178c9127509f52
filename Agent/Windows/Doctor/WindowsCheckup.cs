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
        "Windows keeps a template over restarts, but a group policy, a start script or an administrator can set it again. The check needs "
            + "a completed check-in; a running process is not enough.",
        "iwtune status",
        host => AgentAnswers.Alive(host.Agent)
    );

    private static readonly Check<WindowsFindings> RoundTrip = new(
        "rtt",
        DiagnosisGroup.Agent,
        "A larger first flight saves whole round trips. Below 5 ms the saving is lost in jitter, and only the larger burst remains.",
        "RFC 6928 §10",
        host => AgentAnswers.RoundTrip(host.Agent, host.Largest > InitialWindow.LinuxDefault)
    );

    private static readonly Check<WindowsFindings> Bound = new(
        "effective-window",
        DiagnosisGroup.Agent,
        "The first flight is limited by the smaller of the template's window × MSS and the peer's window. A template window above the "
            + "peer's window has no effect.",
        "RFC 5681 §3.1; TCP_INFO of fresh connections",
        host =>
            AgentAnswers.Bound(
                host.Agent,
                "Raise the receive buffer on that peer if you control it; otherwise a larger window has no effect."
            )
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
        QuicPackets.Check,
        PacingProfile.Check,
        Congestion.Check,
        RestartAfterIdle.Check,
        Evidencing.Check,
        ScalingOption.Check,
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
