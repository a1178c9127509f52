using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>A template that an administrator made for background transfers.</summary>
internal static class Ledbat
{
    public static readonly Check<WindowsFindings> Check = new(
        "ledbat",
        DiagnosisGroup.Routes,
        "LEDBAT yields to all other traffic. Configuration Manager and WSUS set it on InternetCustom, with filters for their ports. A "
            + "larger window there defeats its purpose.",
        "RFC 6817 §2; Set-NetTCPSetting, CongestionProvider",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host)
    {
        var made = host
            .State.Templates.Templates.Where(template =>
                string.Equals(template.CongestionProvider, "LEDBAT", StringComparison.OrdinalIgnoreCase)
            )
            .Select(template => template.Name)
            .ToList();
        if (made.Count == 0)
            return host.State.Templates.Templates.Any(template => template.CongestionProvider is not null)
                ? CheckAnswer.Ok("no template has it")
                : CheckAnswer.NotKnown("the congestion control of the templates cannot be read");
        return made.Exists(host.State.Landing.Contains)
            ? CheckAnswer.Problem(
                $"{string.Join(" and ", made)} has it, and ordinary connections get that template",
                "Give the template another provider: netsh interface tcp set supplemental template=… congestionprovider=cubic"
            )
            : CheckAnswer.Advice(
                $"{string.Join(" and ", made)} has it",
                "Policies leave it alone; 'iwtune override' sets its window all the same. One custom template less is free for prefixes."
            );
    }
}
