using System.Runtime.Versioning;
using IwTune.Agent.Windows.Facts;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Templates.Wmi;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows;

/// <summary>The methods to read and set the templates and filters of a host, in their ranking: PowerShell, WMI, netsh.</summary>
internal static class SystemMethods
{
    /// <summary>The methods of the host this process runs on.</summary>
    [SupportedOSPlatform("windows")]
    public static (WindowsPorts Methods, IPowerShell PowerShell) OfThisWindows(
        WindowsVersion version,
        IRegistry registry,
        TimeProvider clock
    )
    {
        var powerShell = PowerShellHost.Find(version, registry, clock);
        IWmi wmi =
            version.Build < FirstWithClasses
                ? new AbsentWmi($"{version.Name} (build {version.Build}) has no root/StandardCimv2; it came with Server 2012")
                : new ManagementWmi(clock);
        return (Over(version, NetshProgram.OfThisWindows(clock), powerShell, wmi, clock), powerShell);
    }

    /// <summary>Over the three seams.</summary>
    public static WindowsPorts Over(WindowsVersion version, INetsh netsh, IPowerShell powerShell, IWmi wmi, TimeProvider clock)
    {
        var text = new NetshReader(netsh, version);
        var templates = new TemplateMethods(
            [new PowerShellReader(powerShell, version), new WmiReader(wmi), text],
            text.DefaultAsync,
            clock
        );
        var automatic = new AutomaticMethods(
            [
                (AccessMethod.PowerShell, new PowerShellAutomaticChoice(powerShell, version)),
                (AccessMethod.Wmi, new WmiAutomaticChoice(wmi)),
            ],
            templates.Written
        );
        var filters = new FilterMethods(
            [(AccessMethod.PowerShell, new PowerShellFilterTable(powerShell, version)), (AccessMethod.Wmi, new WmiFilterTable(wmi))],
            clock
        );
        return new WindowsPorts(version, templates, new WrittenNetsh(netsh, templates.Written), automatic, filters);
    }

    /// <summary>Server 2012 and Windows 8.</summary>
    private const int FirstWithClasses = 9200;
}
