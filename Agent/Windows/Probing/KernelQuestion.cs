using System.Net;
using System.Net.Sockets;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Asks the kernel about a fresh connection.</summary>
/// <param name="tcpInfo">TCP_INFO; <see langword="null"/> where this Windows does not report it.</param>
/// <param name="statistics">The extended statistics of a connection between two ends, or why there are none.</param>
internal sealed class KernelQuestion(
    Func<Socket, WindowsTcpInfo?> tcpInfo,
    Func<IPEndPoint, IPEndPoint, (ExtendedStatistics? Told, string Problem)> statistics
)
{
    /// <param name="connection">Connected, nothing sent.</param>
    /// <param name="took">How long connecting took by our own clock.</param>
    /// <exception cref="SocketException">The connection broke.</exception>
    public KernelAnswer Ask(Socket connection, TimeSpan took)
    {
        // First: a refused I/O control makes .NET treat the socket as disconnected, and then it reports no end points.
        var (local, remote) = ((IPEndPoint)connection.LocalEndPoint!, (IPEndPoint)connection.RemoteEndPoint!);
        var info = tcpInfo(connection);
        if (info is not null)
            return new KernelAnswer.Told(Seen(info, local, remote, took));
        var (told, problem) = statistics(local, remote);
        return told is null
            ? new KernelAnswer.NotHere(
                "This Windows does not tell the congestion window of a connection (SIO_TCP_INFO came with Windows 10 1703 and Server "
                    + $"2019), and {problem}."
            )
            : new KernelAnswer.Told(Seen(told, local, remote, took));
    }

    private static FreshConnection Seen(WindowsTcpInfo info, IPEndPoint local, IPEndPoint remote, TimeSpan took) =>
        new()
        {
            Method = "SIO_TCP_INFO",
            Local = local,
            Remote = remote,
            CwndBytes = info.CwndBytes,
            Mss = info.Mss,
            PeerWindowBytes = info.PeerWindowBytes,
            RttMicroseconds = info.RttMicroseconds > 0 ? info.RttMicroseconds : Microseconds(took),
            SynsSentAgain = info.SynsSentAgain,
            Took = took,
            Used = !info.IsEstablished || info.BytesOut > 0 || info.BytesSentAgain > 0,
        };

    private static FreshConnection Seen(ExtendedStatistics told, IPEndPoint local, IPEndPoint remote, TimeSpan took) =>
        new()
        {
            Method = "EStats",
            Local = local,
            Remote = remote,
            CwndBytes = told.CwndBytes,
            Mss = told.Mss,
            RttMicroseconds = Microseconds(took),
            // The statistics of a connection are switched on after the handshake, so they do not count its SYNs.
            SynsSentAgain = null,
            Took = took,
        };

    private static long Microseconds(TimeSpan time) => (long)time.TotalMicroseconds;
}
