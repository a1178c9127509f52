using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Whether this Windows lets a window be set at all.</summary>
internal static class Edition
{
    public static readonly Check<WindowsFindings> Check = new(
        "edition",
        DiagnosisGroup.Routes,
        "Client editions show the templates and do not let their windows be set; Server 2012 and 2012 R2 let only the custom ones be "
            + "set, 2008 R2 one with a hotfix.",
        "Set-NetTCPSetting; KB2472264",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host) =>
        host.State.Rules.Unsupported is { } why
            ? CheckAnswer.Advice(why, "Set windows on servers; a client's downloads take the window of the server they come from.")
            : CheckAnswer.Ok(
                $"{host.Version.Name} (build {host.Version.Build}) lets {string.Join(", ", host.State.Rules.Writable)} be set"
            );
}
