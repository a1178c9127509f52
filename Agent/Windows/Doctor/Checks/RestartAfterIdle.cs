using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Whether a connection that was idle starts again at its initial window.</summary>
internal static class RestartAfterIdle
{
    public static readonly Check<WindowsFindings> Check = new(
        "slow-start-after-idle",
        DiagnosisGroup.Sending,
        "With congestion window restart, a connection that was idle restarts at the template's window, so the window also affects "
            + "persistent connections.",
        "RFC 2861; Set-NetTCPSetting, CwndRestart",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host)
    {
        var told = host
            .InUse.Where(template => template.Others.ContainsKey("CwndRestart"))
            .ToDictionary(template => template.Name, template => template.Others["CwndRestart"]);
        if (told.Count == 0)
            return CheckAnswer.NotKnown("CwndRestart cannot be read");
        var on = told.Where(one => one.Value is "True" or "1" or "Enabled" or "enabled").Select(one => one.Key).ToList();
        return on.Count > 0 ? CheckAnswer.Advice($"on in {string.Join(" and ", on)}", Fix(host.State.Rules, on)) : CheckAnswer.Ok("off");
    }

    private static string Fix(VersionRules rules, List<TemplateName> on)
    {
        var settable = on.FindAll(rules.Writable.Contains);
        return settable.Count > 0
            ? string.Join(
                "; ",
                settable.Select(name =>
                    $"netsh interface tcp set supplemental template={NetshCommand.Word(name)} enablecwndrestart=disabled"
                )
            )
            : rules.Unsupported
                ?? $"This Windows lets only {string.Join(" and ", rules.Writable)} be changed; 'iwtune set N' gives connections such a "
                    + "template.";
    }
}
