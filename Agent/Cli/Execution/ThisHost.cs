using IwTune.Agent.Engine.RoundTrips;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux;
using IwTune.Agent.Linux.Collecting;
using IwTune.Agent.Linux.Doctor;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Linux.Namespaces;
using IwTune.Agent.Linux.Probing;
using IwTune.Agent.Linux.Probing.RoundTrips;
using IwTune.Agent.Linux.SocketDiagnosis;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Facts;
using IwTune.Agent.Windows.GroupPolicy;

namespace IwTune.Agent.Cli.Execution;

/// <summary>The ports of the operating system this process runs on.</summary>
internal static class ThisHost
{
    /// <exception cref="HostUnsupportedException">There is no tuner for this operating system.</exception>
    public static HostPorts Open(HostOptions options) =>
        OperatingSystem.IsLinux() ? OnLinux(options, TimeProvider.System)
        : OperatingSystem.IsWindows() ? WindowsHost.Open(options, TimeProvider.System)
        : throw new HostUnsupportedException("iwtune sets windows on Linux and on Windows Server; it has no way to on this system.");

    /// <summary>What was decided for this host through a facility of its system: Group Policy on Windows; Linux has none.</summary>
    public static CentralSettings Central() =>
        OperatingSystem.IsWindows() ? RegistryPolicy.Read(new WindowsRegistry()) : CentralSettings.None;

    private static HostPorts OnLinux(HostOptions options, TimeProvider time)
    {
        var tuner = new LinuxTuner(options, time);
        return new HostPorts(
            tuner,
            new TcpInfoProbe(options.Peers, time, () => tuner.ProgramId),
            new LinuxHostFacts(),
            tuner.ByHandAsync,
            Privilege.Lacking(),
            new LinuxDoctor(tuner)
        )
        {
            Connections = new LinuxConnections(),
            Counters = TcpCountsReading.Read,
            Stripes = tuner.Stripes,
            Rehearsal = tuner.Rehearsal,
            RoundTrips = new HandshakeTimes(new ConnectTimes(time).ConnectAsync, time),
            Namespaces = new NetworkNamespaces(podLogs: options.Settings().PodLogs).Read,
            Collection = LinuxCollection.Of(new HostPrograms(time).RunAsync),
        };
    }
}
