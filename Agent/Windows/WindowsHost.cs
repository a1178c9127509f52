using System.Runtime.Versioning;
using IwTune.Agent.Engine.RoundTrips;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Doctor;
using IwTune.Agent.Windows.Facts;
using IwTune.Agent.Windows.Probing;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Windows;

/// <summary>The ports of the Windows host this process runs on.</summary>
[SupportedOSPlatform("windows")]
internal static class WindowsHost
{
    public static HostPorts Open(HostOptions options, TimeProvider time)
    {
        var registry = new WindowsRegistry();
        var versions = new WindowsVersionReader(registry, Environment.OSVersion.Version);
        var version = versions.Read();
        var netsh = NetshProgram.OfThisWindows(time);
        var only = new WithoutPowerShell("Transport filters and AutomaticUseCustom need PowerShell 7, which is not installed here. Install it (winget install Microsoft.PowerShell).");
        var tuner = new WindowsTuner(new WindowsRoads(version, new NetshReader(netsh, version), netsh, only, only), options, time);
        var readings = new HostReadings(tuner, version, netsh, registry);
        var connecting = new Connecting(WindowsKernel.Question.Ask, time);
        var probe = new WindowsProbe(options.Peers, WindowsTuner.Probed, readings.SituationAsync, connecting, time);
        return new HostPorts(tuner, probe, new WindowsHostFacts(registry, versions, time, readings.Settings), tuner.ByHandAsync, Elevation.Lacking(), new WindowsDoctor(readings.FindingsAsync))
        {
            RoundTrips = new HandshakeTimes(connecting.HandshakeAsync, time),
        };
    }
}
