using System.Net;
using IwTune.Agent.Linux;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Linux.Probing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>The ports of the operating system this process runs on.</summary>
internal static class ThisHost
{
    /// <param name="peers">Where fresh connections may go to be measured; asked at every measurement.</param>
    /// <exception cref="HostUnsupportedException">There is no tuner for this operating system.</exception>
    public static HostPorts Open(Func<IReadOnlyList<IPEndPoint>> peers) => OperatingSystem.IsLinux()
        ? OnLinux(peers, TimeProvider.System)
        : throw new HostUnsupportedException("This build can set windows on Linux only.");

    private static HostPorts OnLinux(Func<IReadOnlyList<IPEndPoint>> peers, TimeProvider time)
    {
        var tuner = new LinuxTuner(time);
        return new HostPorts(tuner, new TcpInfoProbe(peers, time), new LinuxHostFacts(), tuner.ByHandAsync, Privilege.Lacking());
    }
}
