using System.Security.Cryptography.X509Certificates;

namespace IwTune.Server.Hosting.Certificates;

/// <summary>
/// The certificate for one handshake. Hosts and <c>iwtune fleet</c> trust the server's own CA alone, so another CA's certificate is for
/// the names it holds, and every other name and address gets the server's own.
/// </summary>
/// <param name="own">Issued by the server's CA.</param>
/// <param name="other">From a store of the machine; <see langword="null"/> for none.</param>
internal sealed class ShownCertificate(ServerCertificate own, X509Certificate2? other) : IDisposable
{
    /// <summary>What is shown to a client.</summary>
    /// <param name="name">The name it asks for (RFC 6066 §3); <see langword="null"/> when it asks for none, as with an address.</param>
    public X509Certificate2 For(string? name) =>
        other is not null && name is not null && Windows.CertificateFitness.Covers(other, name) ? other : own.Current;

    public void Dispose() => other?.Dispose();
}
