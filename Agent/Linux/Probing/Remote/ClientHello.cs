using System.Buffers.Binary;
using System.Net;
using System.Security.Cryptography;
using System.Text;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>
/// The first message of a TLS handshake (RFC 8446 section 4.1.2), for TLS 1.3 and 1.2. The server answers it with its hello and its
/// certificates, the longest flight of a handshake. The handshake goes no further, so that no key is needed, only public values.
/// </summary>
internal static class ClientHello
{
    private const ushort P256 = 0x0017,
        P384 = 0x0018,
        X25519 = 0x001d;

    public static byte[] Write(string host)
    {
        byte[] hello =
        [
            0x03,
            0x03,
            .. RandomNumberGenerator.GetBytes(32),
            .. Short(RandomNumberGenerator.GetBytes(32)), // a session id, as middleboxes expect it
            .. Long(Words(0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0x009c, 0x009d, 0x002f, 0x0035)),
            1,
            0, // no compression
            .. Long(Extensions(host)),
        ];
        byte[] handshake = [1, 0, .. Long(hello)];
        return [0x16, 0x03, 0x01, .. Long(handshake)];
    }

    private static byte[] Extensions(string host) =>
        [
            // server_name: never an address.
            .. IPAddress.TryParse(host, out _) ? [] : Extension(0x0000, Long([0, .. Long(Encoding.ASCII.GetBytes(host))])),
            .. Extension(0x0005, [1, 0, 0, 0, 0]), // status_request: a stapled answer makes the flight longer, as for a browser
            .. Extension(0x000a, Long(Words(X25519, P256, P384))),
            .. Extension(0x000b, [1, 0]), // ec_point_formats: uncompressed
            .. Extension(0x000d, Long(Words(0x0403, 0x0503, 0x0603, 0x0804, 0x0805, 0x0806, 0x0807, 0x0401, 0x0501, 0x0601))),
            .. Extension(0x0010, Long(Short(Encoding.ASCII.GetBytes("http/1.1")))),
            .. Extension(0x0012, []), // signed_certificate_timestamp
            .. Extension(0x0017, []), // extended_master_secret
            .. Extension(0x002b, Short(Words(0x0304, 0x0303))),
            .. Extension(0x0033, Long([.. Words(X25519), .. Long(RandomNumberGenerator.GetBytes(32)), .. Words(P256), .. Long(Point())])),
        ];

    /// <summary>Any 32 bytes are a public value of X25519; one of P-256 must lie on the curve.</summary>
    private static byte[] Point()
    {
        using var key = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
        var point = key.ExportParameters(includePrivateParameters: false).Q;
        return [4, .. point.X!, .. point.Y!];
    }

    private static byte[] Extension(ushort type, byte[] body) => [.. Words(type), .. Long(body)];

    private static byte[] Short(byte[] body) => [(byte)body.Length, .. body];

    private static byte[] Long(byte[] body) => [.. Words((ushort)body.Length), .. body];

    private static byte[] Words(params ReadOnlySpan<ushort> words)
    {
        var bytes = new byte[words.Length * sizeof(ushort)];
        for (var i = 0; i < words.Length; i++)
            BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(i * sizeof(ushort)), words[i]);
        return bytes;
    }
}
