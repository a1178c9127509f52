using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.PowerShell;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>
/// An emulated Windows with an agent: the product's own tuner and readers, a state directory, and a clock that stands still. Read by WMI it
/// is a server as it comes: without PowerShell 7.
/// </summary>
internal sealed class EmulatedHost : IDisposable
{
    private readonly MachineDirectory _windows;
    private readonly AccessMethod _method;
    private readonly RowForm _form;
    private readonly List<WindowsTuner> _tuners = [];

    public EmulatedHost(
        string profile,
        string locale = "en-US",
        AccessMethod method = AccessMethod.PowerShell,
        RowForm form = RowForm.Names
    )
        : this(profile, locale, _ => method, form) { }

    public EmulatedHost(string profile, string locale, Func<EmulatedWindows, AccessMethod> method, RowForm form = RowForm.Names)
    {
        (_windows, _form) = (new MachineDirectory(profile, locale), form);
        _method = method(Machine);
        State = StateDirectory.Open(Path.Combine(_windows.Root, "state"));
        Netsh = new EmulatedNetsh(Machine) { At = at => At(at) };
    }

    public EmulatedWindows Machine => _windows.Machine;

    public Profile Profile => Machine.Profile;

    public StateDirectory State { get; }

    public TestClock Clock { get; } = new();

    public EmulatedNetsh Netsh { get; }

    public EmulatedSignal Signal { get; } = new();

    public EmulatedEventLogs Logs { get; } = new();

    /// <summary>How long Windows has run.</summary>
    public TimeSpan SinceBoot { get; set; } = TimeSpan.FromDays(3);

    /// <summary>True for an agent that may write.</summary>
    public bool Elevated { get; set; } = true;

    /// <summary>Called before and after every command of the agent; may throw, as a process that is killed there would end.</summary>
    public Action<string> At { get; set; } = _ => { };

    public WindowsVersion Version => new(Profile.Build, Profile.Server) { Name = Profile.Title, HasTemplateHotfix = Profile.HasHotfix };

    /// <summary>The methods of a new process.</summary>
    public WindowsPorts Methods() =>
        SystemMethods.Over(
            Version,
            new(
                Netsh,
                _method == AccessMethod.Wmi
                    ? new AbsentPowerShell("PowerShell 7 is not installed")
                    : new EmulatedPowerShell(Machine, _form) { At = at => At(at) },
                new EmulatedPowerShell(Machine) { At = at => At(at) },
                new EmulatedWmi(Machine) { At = at => At(at) },
                Signal,
                Elevated
            )
            {
                Logs = Logs,
                Written = Logs,
                SinceBoot = () => SinceBoot,
            },
            Clock,
            new Random(17).NextDouble
        );

    /// <summary>As a new process would have it.</summary>
    public WindowsTuner NewTuner()
    {
        var methods = Methods();
        _tuners.Add(
            new WindowsTuner(
                _method == AccessMethod.Netsh ? methods with { Reader = new NetshReader(Netsh, Version) } : methods,
                new HostOptions { State = State },
                Clock
            )
        );
        return _tuners[^1];
    }

    /// <summary>A new process over the same host and the same directory.</summary>
    public Reconciler Open() => Reconciler.Open(State, NewTuner(), new SimulatedProbe(Clock), Clock, AgentLog.Silent);

    public void Dispose()
    {
        foreach (var tuner in _tuners)
            tuner.Dispose();
        _windows.Dispose();
    }
}
