using System.Runtime.Versioning;

namespace IwTune.Agent.Windows.Probing;

/// <summary>The kernel this runs on.</summary>
[SupportedOSPlatform("windows")]
internal static class WindowsKernel
{
    private static readonly TcpInfoQuery Query = new((connection, code, input, output) => connection.IOControl(code, input, output));

    /// <summary>TCP_INFO, and where there is none the extended statistics.</summary>
    public static KernelQuestion Question { get; } = new(Query.Ask, ConnectionStatistics.Read);
}
