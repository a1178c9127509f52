using System.Runtime.Versioning;
using IwTune.Agent.Windows.Authors;
using IwTune.Agent.Windows.Authors.Logs;
using IwTune.Agent.Windows.Facts;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Templates.PowerShell.Child;
using IwTune.Agent.Windows.Templates.Wmi;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Agent.Windows.Watching;

namespace IwTune.Agent.Windows;

/// <summary>The methods to read and set the templates and filters of a host, in their ranking.</summary>
internal static class SystemMethods
{
    /// <summary>The seams of the host this process runs on.</summary>
    [SupportedOSPlatform("windows")]
    public static SystemSeams OfThisWindows(WindowsVersion version, IRegistry registry, TimeProvider clock) =>
        new(
            NetshProgram.OfThisWindows(clock),
            PowerShellHost.Find(version, registry, clock),
            version.Build < FirstWithClasses
                ? new AbsentPowerShell($"{version.Name} (build {version.Build}) has no cmdlets for TCP; they came with Server 2012")
                : WindowsPowerShell.OfThisWindows(clock),
            version.Build < FirstWithClasses
                ? new AbsentWmi($"{version.Name} (build {version.Build}) has no root/StandardCimv2; it came with Server 2012")
                : new ManagementWmi(clock),
            new RegistrySignal(),
            Elevation.Lacking() is null
        )
        {
            Logs = new WindowsEventLogs(clock),
            Written = new SettingsKeyTime(),
        };

    /// <summary>Over the seams.</summary>
    public static WindowsPorts Over(WindowsVersion version, SystemSeams system, TimeProvider clock, Func<double> random)
    {
        var (netsh, powerShell, child, wmi, _, _) = system;
        var text = new NetshReader(netsh, version);
        var templates = new TemplateMethods(
            [new PowerShellReader(powerShell, version), new WmiReader(wmi), text],
            text.DefaultAsync,
            clock
        );
        var automatic = new AutomaticMethods(
            [
                (AccessMethod.PowerShell, new PowerShellAutomaticChoice(powerShell, version)),
                (AccessMethod.WindowsPowerShell, new PowerShellAutomaticChoice(child, version)),
            ],
            templates.Written
        );
        var writing = new WrittenNetsh(netsh, templates.Written);
        var cmdlets = new PowerShellFilterTable(powerShell, version);
        var childCmdlets = new PowerShellFilterTable(child, version);
        var filters = new FilterMethods(
            [
                (AccessMethod.PowerShell, cmdlets),
                (AccessMethod.Wmi, new WmiFilterReader(wmi)),
                (AccessMethod.WindowsPowerShell, childCmdlets),
            ],
            [
                (AccessMethod.Netsh, new NetshFilterWriter(writing)),
                (AccessMethod.PowerShell, cmdlets),
                (AccessMethod.WindowsPowerShell, childCmdlets),
            ],
            clock
        );
        var watch = new SettingsWatch(system.Signal, templates.Noticed, clock, random);
        return new WindowsPorts(version, templates, writing, automatic, filters, watch, system.Elevated)
        {
            Inquiry = new ChangeInquiry(system.Logs, system.Written, system.SinceBoot, Environment.ProcessId, clock),
        };
    }

    /// <summary>Server 2012 and Windows 8.</summary>
    private const int FirstWithClasses = 9200;
}

/// <summary>The parts of Windows through which templates and filters are reached.</summary>
/// <param name="Netsh">The program netsh.</param>
/// <param name="PowerShell">The engine of PowerShell 7 in this process.</param>
/// <param name="Child">Windows PowerShell, a process for each command.</param>
/// <param name="Wmi">The namespace root/StandardCimv2.</param>
/// <param name="Signal">Reports that a setting was written.</param>
/// <param name="Elevated">True when this process may write.</param>
internal sealed record SystemSeams(
    INetsh Netsh,
    IPowerShell PowerShell,
    IPowerShell Child,
    IWmi Wmi,
    ISettingsSignal Signal,
    bool Elevated = true
)
{
    /// <summary>The event logs.</summary>
    public IEventLogs Logs { get; init; } = new NoEventLogs();

    /// <summary>When a setting was last written.</summary>
    public ISettingsTime Written { get; init; } = new NoSettingsTime();

    /// <summary>How long the machine has run.</summary>
    public Func<TimeSpan> SinceBoot { get; init; } = () => TimeSpan.FromMilliseconds(Environment.TickCount64);
}
