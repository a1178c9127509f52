using System.Net;
using System.Net.Sockets;

namespace IwTune.Agent.Windows.Probing;

/// <summary>
/// An open connection as MIB_TCPROW or MIB_TCP6ROW (tcpmib.h), which name it in requests: addresses and ports in network order, each port
/// in the low half of four bytes.
/// </summary>
internal static class ConnectionRow
{
    private const int Established = 5; // MIB_TCP_STATE_ESTAB

    public static byte[] Of(IPEndPoint local, IPEndPoint remote)
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
}
