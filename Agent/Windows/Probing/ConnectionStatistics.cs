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
    private const int Congestion = 2; // TcpConnectionEstatsSndCong
    private const int Path = 3; // TcpConnectionEstatsPath
    private const uint AccessDenied = 5;
    private const int Established = 5; // MIB_TCP_STATE_ESTAB

    /// <returns>The statistics, and why there are none.</returns>
    public static (ExtendedStatistics? Told, string Problem) Read(IPEndPoint local, IPEndPoint remote)
    {
        var row = Row(local, remote);
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

    /// <summary>MIB_TCPROW or MIB_TCP6ROW: addresses and ports in network order, each port in the low half of four bytes.</summary>
    private static byte[] Row(IPEndPoint local, IPEndPoint remote)
    {
        using var row = new MemoryStream();
        using var writer = new BinaryWriter(row);
        writer.Write(Established);
        foreach (var end in (IPEndPoint[])[local, remote])
        {
            writer.Write(end.Address.GetAddressBytes());
            if (end.AddressFamily == AddressFamily.InterNetworkV6)
                writer.Write((uint)end.Address.ScopeId);
            writer.Write((uint)(ushort)IPAddress.HostToNetworkOrder((short)end.Port));
        }
        return row.ToArray();
    }

    private static uint Set(bool v6, byte[] row, int type)
    {
        byte[] enable = [1]; // TCP_ESTATS_..._RW_v0 { BOOLEAN EnableCollection }
        return v6 ? SetPerTcp6ConnectionEStats(row, type, enable, 0, 1, 0) : SetPerTcpConnectionEStats(row, type, enable, 0, 1, 0);
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
