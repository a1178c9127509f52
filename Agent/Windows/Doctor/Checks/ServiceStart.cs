using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Whether the service starts with the machine.</summary>
internal static class ServiceStart
{
    public static readonly Check<WindowsFindings> Check = new(
        "service",
        DiagnosisGroup.Machine,
        "Templates keep their windows after a restart without the agent. Only while the service runs does the agent repair drift and "
            + "follow a policy.",
        "SYSTEM\\CurrentControlSet\\Services, Start",
        host =>
            host.ServiceStart switch
            {
                "" => CheckAnswer.Advice("no service is installed", "iwtune service install, or the MSI"),
                "4" => CheckAnswer.Problem("the service is disabled", "sc.exe config IwTune start= auto"),
                "3" => CheckAnswer.Advice("the service starts on demand only", "sc.exe config IwTune start= auto"),
                _ => CheckAnswer.Ok("starts with the machine"),
            }
    );
}
