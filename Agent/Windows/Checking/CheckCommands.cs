using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Templates.PowerShell.Child;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows.Checking;

/// <summary>The commands of a check, each by the absolute path of its program.</summary>
/// <param name="system">The folder of the system's programs.</param>
internal sealed class CheckCommands(string system)
{
    /// <summary>The classes behind the cmdlets, as WMI shows them.</summary>
    public IReadOnlyList<HostCommand> Classes =>
        [Wmi("wmi-nettcpsetting", SettingRows.Class, "*"), Wmi("wmi-nettransportfilter", FilterRows.Class, "*")];

    public HostCommand WmiTemplates(string name) => Wmi(name, SettingRows.Class, "SettingName, InitialCongestionWindow");

    public HostCommand WmiFilters(string name) => Wmi(name, FilterRows.Class, "*");

    /// <summary>netsh with one of the commands that the agent itself uses.</summary>
    public HostCommand Netsh(string name, NetshCommand command) => Netsh(name, command.Arguments);

    public HostCommand Netsh(string name, IReadOnlyList<string> arguments) => new(name, Path.Combine(system, "netsh.exe"), arguments);

    /// <summary>A cmdlet in the script that the agent itself uses, so that its output is the one that the agent reads.</summary>
    public HostCommand Cmdlet(string name, PowerShellCommand command) => new(name, PowerShell, ChildScript.Arguments(command));

    private HostCommand Wmi(string name, string className, string properties) =>
        new(
            name,
            PowerShell,
            [
                .. ChildScript.Options,
                "-Command",
                $"Get-CimInstance -Namespace root/StandardCimv2 -ClassName {className} | Format-List -Property {properties}",
            ]
        );

    private string PowerShell => WindowsPowerShell.PathIn(system);
}
