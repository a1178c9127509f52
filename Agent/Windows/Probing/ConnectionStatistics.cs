using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace IwTune.Agent.Windows.Probing;

/// <summary>
/// Reads the extended statistics of one connection (iphlpapi.h). They are off until they are switched on for the connection.
/// </summary>
[SupportedOSPlatform("windows")]
internal static partial class ConnectionStatistics
{
    // TCP_ESTATS_TYPE: TcpConnectionEstatsSndCong and TcpConnectionEstatsPath.
    private const int Congestion = 2,
        Path = 3;

    private const uint AccessDenied = 5;

    /// <summary>Bytes of TCP_ESTATS_SND_CONG_RW_v0 and TCP_ESTATS_PATH_RW_v0, which are one BOOLEAN, EnableCollection.</summary>
    private const uint EnableLength = 1;

    /// <returns>The statistics, and why there are none.</returns>
    public static (ExtendedStatistics? Told, string Problem) Read(IPEndPoint local, IPEndPoint remote)
    {
        var row = ConnectionRow.Of(local, remote);
        var v6 = local.AddressFamily == AddressFamily.InterNetworkV6;
        foreach (var type in (ReadOnlySpan<int>)[Congestion, Path])
        {
            if (Set(v6, row, type) is not 0 and var refused)
                return (
                    null,
                    refused == AccessDenied
                        ? "its extended statistics are for administrators"
                        : $"its extended statistics cannot be switched on (Win32 error {refused})"
                );
        }
        var (congestion, path) = (new byte[ExtendedStatistics.CongestionLength], new byte[ExtendedStatistics.PathLength]);
        var failed = Get(v6, row, Congestion, congestion);
        if (failed == 0)
            failed = Get(v6, row, Path, path);
        if (failed != 0)
            return (null, $"its extended statistics cannot be read (Win32 error {failed})");
        return ExtendedStatistics.Parse(congestion, path) is { } told ? (told, "") : (null, "its extended statistics are still empty");
    }

    private static uint Set(bool v6, byte[] row, int type)
    {
        byte[] enable = [1];
        return v6
            ? SetPerTcp6ConnectionEStats(row, type, enable, 0, EnableLength, 0)
            : SetPerTcpConnectionEStats(row, type, enable, 0, EnableLength, 0);
    }

    private static uint Get(bool v6, byte[] row, int type, byte[] into) =>
        v6
            ? GetPerTcp6ConnectionEStats(row, type, 0, 0, 0, 0, 0, 0, into, 0, (uint)into.Length)
            : GetPerTcpConnectionEStats(row, type, 0, 0, 0, 0, 0, 0, into, 0, (uint)into.Length);

    [LibraryImport("iphlpapi.dll")]
    private static partial uint SetPerTcpConnectionEStats(byte[] row, int type, byte[] rw, uint rwVersion, uint rwSize, uint offset);

    [LibraryImport("iphlpapi.dll")]
    private static partial uint SetPerTcp6ConnectionEStats(byte[] row, int type, byte[] rw, uint rwVersion, uint rwSize, uint offset);

    [LibraryImport("iphlpapi.dll")]
    private static partial uint GetPerTcpConnectionEStats(
        byte[] row,
        int type,
        nint rw,
        uint rwVersion,
        uint rwSize,
        nint ros,
        uint rosVersion,
        uint rosSize,
        [Out] byte[] rod,
        uint rodVersion,
        uint rodSize
    );

    [LibraryImport("iphlpapi.dll")]
    private static partial uint GetPerTcp6ConnectionEStats(
        byte[] row,
        int type,
        nint rw,
        uint rwVersion,
        uint rwSize,
        nint ros,
        uint rosVersion,
        uint rosSize,
        [Out] byte[] rod,
        uint rodVersion,
        uint rodSize
    );
}
