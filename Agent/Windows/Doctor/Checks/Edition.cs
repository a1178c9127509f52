using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Whether this Windows lets a window be set at all.</summary>
internal static class Edition
{
    public static readonly Check<WindowsFindings> Check = new(
        "edition",
        DiagnosisGroup.Routes,
        "Client editions show the templates but do not allow changes to their windows. Server 2012 and 2012 R2 allow changes to the custom "
            + "templates only; 2008 R2 allows changes to one template, with a hotfix.",
        "Set-NetTCPSetting; KB2472264",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host) =>
        host.State.Rules.Unsupported is { } why
            ? CheckAnswer.Advice(
                why,
                $"Set windows on servers; a client's downloads take the window of the server they come from. {FrontAdvice.Text}"
            )
            : CheckAnswer.Ok(
                $"{host.Version.Name} (build {host.Version.Build}) lets {string.Join(", ", host.State.Rules.Writable)} be set"
            );
}
