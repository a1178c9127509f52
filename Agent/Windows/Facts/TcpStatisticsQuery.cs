using System.Net.NetworkInformation;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Facts;

/// <summary>
/// TCP's counters of the host, both families together: the 64-bit ones where this Windows has them (version 1709), else the older 32-bit
/// ones.
/// </summary>
[SupportedOSPlatform("windows")]
internal static partial class TcpStatisticsQuery
{
    private const int Ipv4 = 2,
        Ipv6 = 23;

    /// <returns><see langword="null"/> when Windows does not report them.</returns>
    public static TcpCounts? Read()
    {
        try
        {
            return Wide(Ipv4) is { } v4 && Wide(Ipv6) is { } v6 ? Sum(v4, v6) : Narrow();
        }
        catch (EntryPointNotFoundException)
        {
            return Narrow();
        }
    }

    private static TcpCounts? Wide(int family)
    {
        var raw = new byte[TcpStatistics.Length];
        return GetTcpStatisticsEx2(raw, family) == 0 ? TcpStatistics.Parse(raw) : null;
    }

    private static TcpCounts? Narrow()
    {
        try
        {
            var host = IPGlobalProperties.GetIPGlobalProperties();
            var (v4, v6) = (host.GetTcpIPv4Statistics(), host.GetTcpIPv6Statistics());
            return new TcpCounts(v4.SegmentsSent + v6.SegmentsSent, v4.SegmentsResent + v6.SegmentsResent);
        }
        catch (NetworkInformationException)
        {
            return null;
        }
    }

    private static TcpCounts Sum(TcpCounts one, TcpCounts other) =>
        new(one.Segments + other.Segments, one.SegmentsAgain + other.SegmentsAgain);

    [LibraryImport("iphlpapi.dll")]
    private static partial uint GetTcpStatisticsEx2([Out] byte[] statistics, int family);
}
