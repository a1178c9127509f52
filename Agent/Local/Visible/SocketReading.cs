using System.Net.Sockets;
using System.Runtime.Versioning;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Local.Visible;

/// <summary>What this system reports about a connection's flights.</summary>
internal static class SocketReading
{
    /// <returns><see langword="null"/> where the system does not report it.</returns>
    /// <exception cref="SocketException">The connection is broken.</exception>
    public static FlightReading? Of(Socket connection) =>
        OperatingSystem.IsLinux() ? OnLinux(connection)
        : OperatingSystem.IsWindows() ? OnWindows(connection)
        : null;

    private static FlightReading OnLinux(Socket connection)
    {
        var info = Linux.Probing.TcpInfo.Read(connection);
        return new FlightReading(
            info.SendMss,
            info.SendCwnd,
            info.RttMicroseconds,
            (info.BytesSent ?? 0) - (info.BytesSentAgain ?? 0),
            info.BytesAcknowledged ?? 0,
            info.TotalRetransmits,
            info.PeerWindowBytes,
            info.CongestionControl
        );
    }

    [SupportedOSPlatform("windows")]
    private static FlightReading? OnWindows(Socket connection)
    {
        var query = new Windows.Probing.TcpInfoQuery((socket, code, input, output) => socket.IOControl(code, input, output));
        if (query.Ask(connection) is not { Mss: > 0 } info)
            return null;
        var (sent, again) = ((long)info.BytesOut - info.BytesSentAgain, (int)((info.BytesSentAgain + info.Mss - 1) / info.Mss));
        return new FlightReading(
            (int)info.Mss,
            (int)(info.CwndBytes / info.Mss),
            info.RttMicroseconds,
            sent,
            Math.Max(0, sent - info.BytesInFlight),
            again,
            info.PeerWindowBytes,
            ""
        );
    }
}
