using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Programs that choose their own window.</summary>
internal static class OwnWindows
{
    public static readonly Check<WindowsFindings> Check = new(
        "own-windows",
        DiagnosisGroup.Routes,
        "A program can choose the initial window of its own sockets by level (SIO_TCP_SET_ICW) or by template "
            + "(SIO_APPLY_TRANSPORT_SETTING). Such connections do not follow the host's templates, and this is not visible from outside.",
        "mstcpip.h, TCP_ICW_PARAMETERS",
        _ => CheckAnswer.NotKnown("cannot be seen from outside the program; ask its makers")
    );
}
