using System.Net.Sockets;

namespace IwTune.Lab;

/// <summary>The kernel's data of a connection (struct tcp_info, linux/tcp.h), as far as the laboratory needs it.</summary>
/// <param name="Cwnd">tcpi_snd_cwnd, segments. Right after accept it is the initial window.</param>
/// <param name="Mss">tcpi_snd_mss, bytes.</param>
/// <param name="RttMicroseconds">tcpi_rtt.</param>
/// <param name="Retransmits">tcpi_total_retrans, segments.</param>
/// <param name="SsThresh">tcpi_snd_ssthresh, segments; 2³¹ − 1 when slow start was never left.</param>
/// <param name="HeldByReceiver">tcpi_rwnd_limited: how long the receiver's window, and nothing else, kept data from being sent.</param>
public sealed record TcpInfo(int Cwnd, int Mss, int RttMicroseconds, int Retransmits, int SsThresh, TimeSpan HeldByReceiver)
{
    private const int Tcp = 6;
    private const int Info = 11;
    private const int Congestion = 13;

    /// <summary>Reads it from a connected socket.</summary>
    public static TcpInfo Of(Socket socket)
    {
        Span<byte> raw = stackalloc byte[184];
        socket.GetRawSocketOption(Tcp, Info, raw);
        var held = TimeSpan.FromMicroseconds(BitConverter.ToInt64(raw[176..]));
        return new(At(raw, 80), At(raw, 16), At(raw, 68), At(raw, 100), At(raw, 76), held);
    }

    /// <summary>
    /// Sets the congestion control of a socket; accepted connections inherit a listener's, whatever the sysctl says later.
    /// </summary>
    public static void UseCongestionControl(Socket socket, string name) =>
        socket.SetRawSocketOption(Tcp, Congestion, System.Text.Encoding.ASCII.GetBytes(name));

    private static int At(ReadOnlySpan<byte> raw, int offset) => BitConverter.ToInt32(raw[offset..]);
}
