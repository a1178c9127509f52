using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using IwTune.Lab;

namespace IwTune.Soak.Running;

/// <summary>The certificate that a server shows now.</summary>
/// <param name="Serial">Differs between any two.</param>
/// <param name="From">When it begins to be valid.</param>
internal sealed record ShownCertificate(string Serial, DateTimeOffset From)
{
    /// <summary>Connects and looks.</summary>
    public static async Task<ShownCertificate> OfAsync(NetNamespace space, ServerProcess server)
    {
        using var socket = space.Run(() => new Socket(server.Address.AddressFamily, SocketType.Stream, ProtocolType.Tcp));
        await socket.ConnectAsync(server.Address);
        await using var tls = new SslStream(new NetworkStream(socket), leaveInnerStreamOpen: false, (_, _, _, _) => true);
        await tls.AuthenticateAsClientAsync(server.Address.Address.ToString());
        var shown = (X509Certificate2)tls.RemoteCertificate!;
        return new(shown.SerialNumber, new DateTimeOffset(shown.NotBefore.ToUniversalTime()));
    }
}
