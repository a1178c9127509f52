using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.SocketDiagnosis;

/// <summary>The TCP connections of the network namespace of the calling thread (NETLINK_SOCK_DIAG, what <c>ss -ti</c> shows).</summary>
public sealed class LinuxConnections : IConnections
{
    /// <inheritdoc/>
    public IConnectionFeed Open()
    {
        try
        {
            return ConnectionFeed.Open();
        }
        catch (NetlinkException failure)
        {
            throw new HostUnsupportedException(
                $"The kernel does not report TCP connections: {failure.Message}. It needs the modules inet_diag and tcp_diag, and a "
                    + "sandbox that allows AF_NETLINK.",
                failure
            );
        }
    }
}
