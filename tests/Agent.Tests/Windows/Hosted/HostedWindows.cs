using System.Management.Automation.Runspaces;
using System.Reflection;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.NetTcpip;
using IwTune.WindowsDouble.Machine;

namespace IwTune.Agent.Tests.Windows.Hosted;

/// <summary>An emulated Windows with its module NetTCPIP, and the agent's PowerShell over the real engine.</summary>
internal sealed class HostedWindows : IDisposable
{
    private readonly MachineDirectory _directory;

    public HostedWindows(string profile, TimeProvider? clock = null)
    {
        _directory = new MachineDirectory(profile);
        Module = PowerShellHost.Module(Path.Combine(_directory.Root, "System32"));
        NetTcpipModule.Install(Machine, Module);
        Shell = new HostedPowerShell(() => SessionSettings.WithoutPolicy(Module), clock ?? TimeProvider.System);
    }

    public EmulatedWindows Machine => _directory.Machine;

    /// <summary>The manifest of its module.</summary>
    public string Module { get; }

    public HostedPowerShell Shell { get; }

    /// <summary>The runspace in which the shell has run a command.</summary>
    public Runspace Runspace() => RunspaceOf(Shell);

    internal static Runspace RunspaceOf(HostedPowerShell shell) =>
        (Runspace)typeof(HostedPowerShell).GetField("_runspace", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(shell)!;

    public void Dispose()
    {
        Shell.Dispose();
        _directory.Dispose();
    }
}
