using System.Buffers.Binary;
using System.Net.Sockets;
using System.Runtime.Versioning;

namespace IwTune.Agent.Local;

/// <summary>The process at the other end of a Unix socket, as the kernel reports it (unix(7), SO_PEERCRED).</summary>
/// <param name="Pid">Process id at connect time.</param>
/// <param name="Uid">Effective user id at connect time.</param>
public sealed record PeerCredentials(int Pid, uint Uid)
{
    private const int SolSocket = 1,
        SoPeerCred = 17;

    /// <summary>Asks the kernel about a connected socket.</summary>
    [UnsupportedOSPlatform("windows")]
    public static PeerCredentials Of(Socket socket)
    {
        Span<byte> ucred = stackalloc byte[12]; // struct ucred { pid_t pid; uid_t uid; gid_t gid; }
        socket.GetRawSocketOption(SolSocket, SoPeerCred, ucred);
        return new PeerCredentials(BinaryPrimitives.ReadInt32LittleEndian(ucred), BinaryPrimitives.ReadUInt32LittleEndian(ucred[4..]));
    }

    /// <summary>True when this peer may change the host: root, or the user the daemon runs as.</summary>
    public bool MayChange(uint daemonUid) => Uid == 0 || Uid == daemonUid;
}
