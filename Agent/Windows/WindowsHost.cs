using System.Runtime.Versioning;
using System.Security.Cryptography;
using IwTune.Agent.Engine.RoundTrips;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Checking;
using IwTune.Agent.Windows.Collecting;
using IwTune.Agent.Windows.Doctor;
using IwTune.Agent.Windows.Facts;
using IwTune.Agent.Windows.Probing;

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
        var system = SystemMethods.OfThisWindows(version, registry, time);
        var methods = SystemMethods.Over(version, system, time, () => RandomNumberGenerator.GetInt32(1 << 30) / (double)(1 << 30));
        var tuner = new WindowsTuner(methods, options, time);
        var readings = new HostReadings(tuner, version, methods.Netsh, registry, time);
        var connecting = new Connecting(WindowsKernel.Question.Ask, time);
        var probe = new WindowsProbe(
            options.Peers,
            WindowsTuner.Probed,
            readings.SituationAsync,
            connecting,
            time,
            new FirstAppliedSetting(time, new PowerShellAppliedSetting(system.PowerShell), new WmiAppliedSetting(system.Wmi))
        );
        return new HostPorts(
            tuner,
            probe,
            new WindowsHostFacts(registry, versions, time, readings.Settings),
            tuner.ByHandAsync,
            Elevation.Lacking(),
            new WindowsDoctor(readings.FindingsAsync)
        )
        {
            Counters = TcpStatisticsQuery.Read,
            RoundTrips = new HandshakeTimes(connecting.HandshakeAsync, time),
            Collection = WindowsCollection.Of(new HostPrograms(time).RunAsync, Environment.SystemDirectory, versions, registry),
            Check = WindowsCheck.Of(version, Environment.SystemDirectory),
        };
    }
}
