using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Receive segment coalescing.</summary>
internal static class SegmentCoalescing
{
    public static readonly Check<WindowsFindings> Check = new(
        "receive-coalescing",
        DiagnosisGroup.Receiving,
        "Without it, each segment of a peer's flight causes a separate interrupt. The cost is visible with large flights on fast links.",
        "netsh interface tcp set global rsc=",
        host =>
            host.Global.SegmentCoalescing switch
            {
                null => CheckAnswer.NotKnown("it could not be read"),
                "disabled" => CheckAnswer.Advice("disabled", "netsh interface tcp set global rsc=enabled"),
                var state => CheckAnswer.Ok(state),
            }
    );
}
