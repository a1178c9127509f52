using System.Net.Sockets;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Asks for TCP_INFO: the richer version first, then the older, as Microsoft's own ctsTraffic does.</summary>
/// <param name="control">
/// The ioctl: code, input, output → bytes returned. Throws <see cref="SocketException"/> where the system does not know it.
/// </param>
internal sealed class TcpInfoQuery(TcpInfoQuery.IoControl control)
{
    /// <summary>_WSAIORW(IOC_VENDOR, 39).</summary>
    public const int SioTcpInfo = unchecked((int)0xD8000027);

    private static readonly (int Version, int Length)[] Versions = [(1, WindowsTcpInfo.LengthOfV1), (0, WindowsTcpInfo.LengthOfV0)];

    internal delegate int IoControl(Socket connection, int code, byte[] input, byte[] output);

    /// <returns>The answer; <see langword="null"/> where this Windows does not report it.</returns>
    /// <exception cref="SocketException">The connection itself is broken.</exception>
    public WindowsTcpInfo? Ask(Socket connection)
    {
        foreach (var (version, length) in Versions)
        {
            var output = new byte[length];
            try
            {
                if (
                    WindowsTcpInfo.Parse(
                        output.AsSpan(0, Math.Clamp(control(connection, SioTcpInfo, BitConverter.GetBytes(version), output), 0, length))
                    ) is
                    { } told
                )
                    return told;
            }
            catch (SocketException unknown) when (IsUnknown(unknown.SocketErrorCode))
            {
                // Not in this version, or not in any.
            }
        }
        return null;
    }

    /// <summary>A Windows that does not know a code or a version answers WSAEOPNOTSUPP (10045) or WSAEINVAL (10022).</summary>
    private static bool IsUnknown(SocketError error) =>
        error is SocketError.OperationNotSupported or SocketError.InvalidArgument or SocketError.ProtocolOption or SocketError.Fault;
}
