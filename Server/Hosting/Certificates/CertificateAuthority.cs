using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Hosting.Keys;

namespace IwTune.Server.Hosting.Certificates;

/// <summary>
/// A CA of the server's own. Agents pin its public key at enrolment and trust nothing else, except keys that a trusted key announces later.
/// </summary>
public sealed class CertificateAuthority : IDisposable
{
    internal const string KeyName = "ca.key",
        CertificateName = "ca.pem";
    private static readonly TimeSpan Life = TimeSpan.FromDays(20 * 365);
    private readonly X509Certificate2 _certificate;
    private readonly ECDsa _key;

    private CertificateAuthority(X509Certificate2 certificate, ECDsa key)
    {
        (_certificate, _key) = (certificate, key);
        Id = IdOf(certificate);
    }

    /// <summary>The certificate, PEM.</summary>
    public string Pem => _certificate.ExportCertificatePem() + "\n";

    /// <summary><c>sha256:</c> and the SHA-256 of the public key info, lower-case hex.</summary>
    public string Pin => "sha256:" + Id;

    /// <summary>The pin of a CA certificate, PEM.</summary>
    public static string PinOf(string pem)
    {
        using var certificate = X509Certificate2.CreateFromPem(pem);
        return "sha256:" + IdOf(certificate);
    }

    /// <summary>The pin's digits.</summary>
    public string Id { get; }

    internal DateTimeOffset End => new(_certificate.NotAfter);

    /// <summary>Opens the first CA of a data directory, or makes it.</summary>
    public static CertificateAuthority Load(DataDirectory directory, TimeProvider clock)
    {
        var key = KeyFile.Load(directory, KeyName);
        if (directory.ReadText(CertificateName) is { } pem)
            return Open(pem, key);
        var made = CertificateOf(key, clock);
        directory.WriteSecret(CertificateName, made);
        return Open(made, key);
    }

    /// <summary>A CA with an existing certificate.</summary>
    /// <param name="pem">The certificate.</param>
    /// <param name="key">Its key; disposed with the CA.</param>
    /// <exception cref="ArgumentException">The key is not the certificate's.</exception>
    public static CertificateAuthority Open(string pem, ECDsa key)
    {
        var certificate = X509Certificate2.CreateFromPem(pem);
        if (certificate.PublicKey.ExportSubjectPublicKeyInfo().AsSpan().SequenceEqual(key.ExportSubjectPublicKeyInfo()))
            return new(certificate, key);
        certificate.Dispose();
        throw new ArgumentException("The CA's certificate is not of this key.", nameof(key));
    }

    /// <summary>The certificate of a new CA with this key, PEM.</summary>
    public static string CertificateOf(ECDsa key, TimeProvider clock)
    {
        var now = clock.GetUtcNow();
        // The name distinguishes the CAs of two servers in a trust store.
        var name = Convert.ToHexStringLower(SHA256.HashData(key.ExportSubjectPublicKeyInfo()))[..12];
        var request = new CertificateRequest($"CN=IwTune CA {name}", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, true, 0, true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign | X509KeyUsageFlags.CrlSign, true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, false));
        // By a generator, because a key in a token cannot be put into a certificate's object, which CreateSelfSigned does.
        using var made = request.Create(
            request.SubjectName,
            X509SignatureGenerator.CreateForECDsa(key),
            now.AddDays(-1),
            now + Life,
            Serial()
        );
        return made.ExportCertificatePem() + "\n";
    }

    /// <summary>Signs a server certificate.</summary>
    public X509Certificate2 Issue(CertificateRequest request, DateTimeOffset from, DateTimeOffset until)
    {
        request.CertificateExtensions.Add(X509AuthorityKeyIdentifierExtension.CreateFromCertificate(_certificate, true, false));
        return request.Create(
            _certificate.SubjectName,
            X509SignatureGenerator.CreateForECDsa(_key),
            from,
            until < End ? until : End,
            Serial()
        );
    }

    /// <summary>RFC 5280 §4.1.2.2: positive, at most 20 octets, unpredictable.</summary>
    private static byte[] Serial()
    {
        var serial = RandomNumberGenerator.GetBytes(16);
        serial[0] = (byte)(serial[0] & 0x7f | 0x01);
        return serial;
    }

    private static string IdOf(X509Certificate2 certificate) =>
        Convert.ToHexStringLower(SHA256.HashData(certificate.PublicKey.ExportSubjectPublicKeyInfo()));

    public void Dispose()
    {
        _certificate.Dispose();
        _key.Dispose();
    }
}
