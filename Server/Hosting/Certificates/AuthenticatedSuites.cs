using System.Net.Security;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace IwTune.Server.Hosting.Certificates;

/// <summary>
/// Connections with a cipher suite that RFC 9325 does not recommend end after the handshake, before a byte of them is read. They have CBC
/// or no forward secrecy, and only a client that offers nothing better gets them.
/// </summary>
/// <remarks>
/// Not by a policy for the handshake: on Windows the framework has none, and on Linux one costs the resumption of sessions, which a fleet
/// that reconnects needs.
/// </remarks>
internal static class AuthenticatedSuites
{
    public static Func<ConnectionDelegate, ConnectionDelegate> Require { get; } =
        next =>
            connection =>
            {
                if (connection.Features.Get<ITlsHandshakeFeature>() is not { NegotiatedCipherSuite: { } suite } || IsRecommended(suite))
                    return next(connection);
                connection.Abort(new($"The client offers only cipher suites that are not accepted; {suite} was the best of them."));
                return Task.CompletedTask;
            };

    public static bool IsRecommended(TlsCipherSuite suite) =>
        suite
            is TlsCipherSuite.TLS_AES_128_GCM_SHA256
                or TlsCipherSuite.TLS_AES_256_GCM_SHA384
                or TlsCipherSuite.TLS_CHACHA20_POLY1305_SHA256
                or TlsCipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256
                or TlsCipherSuite.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384
                or TlsCipherSuite.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256
                or TlsCipherSuite.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256
                or TlsCipherSuite.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384
                or TlsCipherSuite.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256;
}
