using System.Formats.Asn1;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Lab.Wine;

/// <summary>
/// A real server whose certificates Wine can check. Wine 8 joins r and s of an ECDSA signature without their leading zeros (dlls/crypt32,
/// CNG_PrepareSignatureECC), so it refuses one signature in 128, and a chain has two of them.
/// </summary>
public static class VerifiableServer
{
    private const int FullLength = 32; // of r and s on P-256, bytes
    private const string Authority = "ca.pem";

    /// <summary>
    /// Starts a server that listens on loopback and is called <c>localhost</c>. It is started again with a new CA until both signatures
    /// have full length.
    /// </summary>
    public static async Task<ServerProcess> StartAsync(NetNamespace space, string data)
    {
        while (true)
        {
            var server = await ServerProcess.StartAsync(space, IPAddress.Loopback, data, name: "localhost");
            if (
                IsWhole(Shown(space, server.Address))
                && IsWhole(X509Certificate2.CreateFromPem(await File.ReadAllTextAsync(Path.Combine(data, Authority))))
            )
                return server;
            server.Dispose();
            Directory.Delete(data, recursive: true);
        }
    }

    private static X509Certificate2 Shown(NetNamespace space, IPEndPoint address) =>
        space.Run(() =>
        {
            using var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            socket.Connect(address);
            // The certificate is only inspected, not trusted.
            using var stream = new SslStream(new NetworkStream(socket), leaveInnerStreamOpen: false, (_, _, _, _) => true);
            stream.AuthenticateAsClient("localhost");
            return new X509Certificate2((X509Certificate2)stream.RemoteCertificate!);
        });

    private static bool IsWhole(X509Certificate2 certificate)
    {
        using (certificate)
        {
            // Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm, signatureValue BIT STRING } (RFC 5280 §4.1)
            var parts = new AsnReader(certificate.RawData, AsnEncodingRules.DER).ReadSequence();
            parts.ReadEncodedValue();
            parts.ReadEncodedValue();
            var signature = new AsnReader(parts.ReadBitString(out _), AsnEncodingRules.DER).ReadSequence();
            return IsFull(signature) && IsFull(signature);
        }
    }

    private static bool IsFull(AsnReader signature) => signature.ReadInteger().ToByteArray(isUnsigned: true).Length == FullLength;
}
