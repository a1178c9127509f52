using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Keys;

/// <summary>
/// Issues the certificate of a proxy that ends TLS in front of the servers. The CA's key may be encrypted or in a token, where no other
/// program can use it. Hosts take the proxy for the server, so the audit log has it.
/// </summary>
internal static class CertifyProxy
{
    /// <summary>OID of the names of a certificate, RFC 5280 §4.2.1.6.</summary>
    private const string Alternatives = "2.5.29.17";

    /// <param name="database">The store.</param>
    /// <param name="authority">The CA in use.</param>
    /// <param name="csr">A request of PKCS #10, PEM; of its content the public key and the names count.</param>
    /// <param name="life">How long the certificate is valid.</param>
    /// <param name="actor">Who wants it.</param>
    /// <param name="reason">Why.</param>
    /// <param name="clock">Stamps it.</param>
    /// <returns>The certificate, PEM; or the problem, as a sentence.</returns>
    public static async Task<(string? Pem, string Problem)> RunAsync(
        Database database,
        CertificateAuthority authority,
        string csr,
        TimeSpan life,
        string actor,
        string reason,
        TimeProvider clock
    )
    {
        CertificateRequest asked;
        try
        {
            asked = CertificateRequest.LoadSigningRequestPem(
                csr,
                HashAlgorithmName.SHA256,
                CertificateRequestLoadOptions.UnsafeLoadCertificateExtensions
            );
        }
        catch (Exception wrong) when (wrong is CryptographicException or ArgumentException)
        {
            return (null, $"The file is no certificate request: {wrong.Message.TrimEnd('.')}. 'openssl req -new' makes one.");
        }
        var names = NamesOf(asked);
        if (names.Count == 0)
            return (null, "The request names no server: make it with 'openssl req -new -addext subjectAltName=DNS:fleet.example.com'.");
        var now = clock.GetUtcNow();
        using var issued = authority.Issue(ServerCertificate.RequestFor(asked.PublicKey, names), now.AddHours(-1), now + life);
        await database.WriteAsync(async write =>
        {
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                KeyActions.Certify,
                $"key:{authority.Id}",
                $"The CA sha256:{authority.Id[..12]}… issued a certificate for {string.Join(", ", names.Take(20))} until "
                    + $"{issued.NotAfter.ToUniversalTime():u}, serial number {issued.SerialNumber}.",
                reason
            );
            return 0;
        });
        return (issued.ExportCertificatePem() + "\n", "");
    }

    private static List<string> NamesOf(CertificateRequest asked) =>
        [
            .. asked
                .CertificateExtensions.Where(extension => extension.Oid?.Value == Alternatives)
                .Select(extension => new X509SubjectAlternativeNameExtension(extension.RawData))
                .SelectMany(names => names.EnumerateDnsNames().Concat(names.EnumerateIPAddresses().Select(address => $"{address}"))),
        ];
}
