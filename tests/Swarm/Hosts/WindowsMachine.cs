using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Watching;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Swarm.Hosts;

/// <summary>
/// A Windows host: the agent's own tuner for Windows over an emulated Windows without PowerShell 7. As with the
/// product on Windows, production connections are not reported.
/// </summary>
internal sealed class WindowsMachine : Machine
{
    private readonly EmulatedWindows _windows;
    private readonly string _state;
    private readonly TimeProvider _clock;

    /// <param name="identity">Its properties.</param>
    /// <param name="folder">The directory of its state, beside that of the agent.</param>
    /// <param name="state">The agent's state directory.</param>
    /// <param name="clock">The host's.</param>
    public WindowsMachine(HostIdentity identity, string folder, string state, TimeProvider clock)
        : base(identity)
    {
        (_state, _clock) = (state, clock);
        _windows = EmulatedWindows.Create(Path.Combine(folder, "windows.json"), Profile.Of(identity.Windows!));
    }

    public override int? Window => _windows.Read().Template("Internet")?.Window;

    public override ITuner Open()
    {
        var profile = _windows.Profile;
        var version = new WindowsVersion(profile.Build, profile.Server) { Name = profile.Title, HasTemplateHotfix = profile.HasHotfix };
        var methods = SystemMethods.Over(
            version,
            new(
                new EmulatedNetsh(_windows),
                new AbsentPowerShell("PowerShell 7 is not installed"),
                new EmulatedPowerShell(_windows),
                new EmulatedWmi(_windows),
                new NoSignal()
            ),
            _clock,
            new Random(17).NextDouble
        );
        return new WindowsTuner(methods, new HostOptions { State = StateDirectory.At(_state) }, _clock);
    }

    /// <summary>Templates are kept in the registry: a boot changes none of them.</summary>
    public override void Reboot(string bootId) => Identity = Identity with { Facts = Identity.Facts with { BootId = bootId } };
}
