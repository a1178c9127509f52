using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Doctor;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Tests.Windows.Doctor;

/// <summary>The doctor advises only what the host lets be changed.</summary>
public sealed class RestartAfterIdleTests
{
    [Fact]
    public void Each_template_that_can_be_set_has_its_command() =>
        Assert.Equal(
            "netsh interface tcp set supplemental template=internet enablecwndrestart=disabled; "
                + "netsh interface tcp set supplemental template=datacenter enablecwndrestart=disabled",
            Fix(MemoryWindows.V2019)
        );

    [Fact]
    public void A_Windows_that_lets_its_stock_templates_not_be_set_has_no_command_for_them()
    {
        Assert.StartsWith("This Windows lets only InternetCustom and Datac", Fix(MemoryWindows.V2012R2), StringComparison.Ordinal);
        Assert.DoesNotContain("netsh", Fix(new WindowsVersion(22631, Server: false) { Name = "Windows 11 Pro" }), StringComparison.Ordinal);
    }

    private static string Fix(WindowsVersion version) =>
        WindowsCheckup
            .Of(
                new WindowsFindings
                {
                    Version = version,
                    State = new WindowsState(
                        VersionRules.Of(version),
                        new TemplateReading(
                            AccessMethod.PowerShell,
                            [Template(TemplateName.Internet), Template(TemplateName.Datacenter)],
                            null
                        ),
                        new FilterReading([]),
                        []
                    ),
                    Global = new NetshGlobal(null, null, null, null),
                    Nics = [],
                    ServiceStart = "2",
                }
            )
            .Single(diagnosis => diagnosis.Check == "slow-start-after-idle")
            .Fix;

    private static Template Template(TemplateName name) =>
        new(name, 10) { Others = new Dictionary<string, string>(StringComparer.Ordinal) { ["CwndRestart"] = "True" } };
}
