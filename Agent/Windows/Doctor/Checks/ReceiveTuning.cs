using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>How far the receive window may grow.</summary>
internal static class ReceiveTuning
{
    public static readonly Check<WindowsFindings> Check = new(
        "receive-autotuning",
        DiagnosisGroup.Receiving,
        "A peer's first flight cannot exceed this host's receive window, and only auto-tuning lets that window grow. When it is disabled, "
            + "the window stays at its default, and Windows does not offer window scaling. Windows has no initial receive window to set.",
        "netsh interface tcp set global autotuninglevel=; Performance tuning network adapters, Microsoft",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host) =>
        host.Global.AutoTuningLevel switch
        {
            null => CheckAnswer.NotKnown("the auto-tuning level could not be read"),
            "disabled" => CheckAnswer.Problem("disabled", Fix),
            ("highlyrestricted" or "restricted") and var level => CheckAnswer.Advice(level, Fix),
            var level => CheckAnswer.Ok(level),
        };

    private const string Fix =
        "netsh interface tcp set global autotuninglevel=normal (a group policy may say otherwise: AutoTuningLevelGroupPolicy)";
}
