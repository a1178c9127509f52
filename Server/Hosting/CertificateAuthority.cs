using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Server.Hosting;

/// <summary>A CA of the server's own. Agents pin its public key at enrolment and trust nothing else but what they are told of later by a key they trust.</summary>
public sealed class CertificateAuthority : IDisposable
{
    internal const string KeyName = "ca.key", CertificateName = "ca.pem";
    private static readonly TimeSpan Life = TimeSpan.FromDays(20 * 365);
    private readonly X509Certificate2 _certificate;

    private CertificateAuthority(X509Certificate2 certificate)
    {
        _certificate = certificate;
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

    private DateTimeOffset End => new(_certificate.NotAfter);

    /// <summary>Opens the first CA of a data directory, or makes it.</summary>
    public static CertificateAuthority Load(DataDirectory directory, TimeProvider clock)
    {
        using var key = KeyFile.Load(directory, KeyName);
        if (directory.ReadText(CertificateName) is { } pem)
            return Open(pem, key);
        var made = Make(key, clock);
        directory.WriteSecret(CertificateName, made.Pem);
        return made;
    }

    /// <summary>A CA whose certificate is there.</summary>
    /// <exception cref="ArgumentException">The key is not the certificate's.</exception>
    public static CertificateAuthority Open(string pem, ECDsa key)
    {
        using var stored = X509Certificate2.CreateFromPem(pem);
        return new CertificateAuthority(stored.CopyWithPrivateKey(key));
    }

    /// <summary>A new CA of this key.</summary>
    public static CertificateAuthority Make(ECDsa key, TimeProvider clock)
    {
        var now = clock.GetUtcNow();
        // The name tells the CAs of two servers apart in a trust store.
        var serial = Convert.ToHexStringLower(SHA256.HashData(key.ExportSubjectPublicKeyInfo()))[..12];
        var request = new CertificateRequest($"CN=IwTune CA {serial}", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, true, 0, true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign | X509KeyUsageFlags.CrlSign, true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, false));
        return new CertificateAuthority(request.CreateSelfSigned(now.AddDays(-1), now + Life));
    }

    /// <summary>Signs a server certificate.</summary>
    public X509Certificate2 Issue(CertificateRequest request, DateTimeOffset from, DateTimeOffset until)
    {
        request.CertificateExtensions.Add(X509AuthorityKeyIdentifierExtension.CreateFromCertificate(_certificate, true, false));
        // RFC 5280 §4.1.2.2: positive, at most 20 octets, unpredictable.
        var serial = RandomNumberGenerator.GetBytes(16);
        serial[0] = (byte)(serial[0] & 0x7f | 0x01);
        return request.Create(_certificate, from, until < End ? until : End, serial);
    }

    private static string IdOf(X509Certificate2 certificate) => Convert.ToHexStringLower(SHA256.HashData(certificate.PublicKey.ExportSubjectPublicKeyInfo()));

    public void Dispose() => _certificate.Dispose();
}
