using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Linux.Doctor.Checks;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor;

/// <summary>All checks.</summary>
internal static class Checkup
{
    public static IReadOnlyList<Check<HostFindings>> All { get; } =
    [
        RouteWindows.Check,
        PreferredDefault.Check,
        MoreSpecificRoutes.Check,
        OtherTables.Check,
        Ipv6Parity.Check,
        LockedCwnd.Check,
        ForeignPrograms.Check,
        RouterAdvertisements.Check,
        QuicWindows.Check,
        JumboFrames.Check,
        SlowStartAfterIdle.Check,
        MetricsSaving.Check,
        CongestionControl.Check,
        InitialThreshold.Check,
        PacingCheck.Check,
        FirstFlightBuffer.Check,
        SendBuffer.Check,
        SmallWrites.Check,
        WindowScaling.Check,
        ReceiveAutotuning.Check,
        FirstReceiveWindowCheck.Check,
        InitRwndEffect.Check,
        ReceiveBuffer.Check,
        BufferCeilings.Check,
        SelectiveAcks.Check,
        LossRecovery.Check,
        Retransmissions.Check,
        LostHandshakes.Check,
        LinkSpeed.Check,
        TransmitQueue.Check,
        Offloads.Check,
        VirtualInterfaces.Check,
        KernelAge.Check,
        AgentAlive.Check,
        RoundTrip.Check,
        PeersWindow.Check,
    ];

    public static IReadOnlyList<Diagnosis> Of(HostFindings host) => [.. All.Select(check => check.On(host))];
}
