using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Whether a large first flight is spread.</summary>
internal static class PacingProfile
{
    private const int Large = 32;

    public static readonly Check<WindowsFindings> Check = new(
        "pacing",
        DiagnosisGroup.Sending,
        "A first flight that is sent at line rate fills the smallest buffer of its path: of F segments, a buffer of B packets loses F − (B "
            + "+ 1). The profile 'initialwindow' spreads only that flight over the round trip.",
        "netsh interface tcp set global pacingprofile=; Halfback, CoNEXT 2015",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host) =>
        host.Global.PacingProfile switch
        {
            null => CheckAnswer.NotKnown("this Windows does not report a pacing profile"),
            ("initialwindow" or "slowstart" or "always") and var profile => CheckAnswer.Ok($"{profile}: first flights are spread"),
            var off when host.Largest is { } segments and >= Large => CheckAnswer.Advice(
                $"{off}, with windows of {segments} segments",
                "netsh interface tcp set global pacingprofile=initialwindow"
            ),
            var off => CheckAnswer.Ok($"{off}; windows below {Large} segments need none"),
        };
}
