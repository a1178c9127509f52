using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.EndToEnd.Counterfeit;

/// <summary>A CA, a server certificate that it issued, and a key that signs bundles.</summary>
internal sealed class Keys : IDisposable
{
    private Keys(X509Certificate2 authority, X509Certificate2 server) => (Authority, ServerCertificate) = (authority, server);

    public X509Certificate2 Authority { get; }

    public X509Certificate2 ServerCertificate { get; }

    public ECDsa Signing { get; } = ECDsa.Create(ECCurve.NamedCurves.nistP256);

    public string AuthorityPem => Authority.ExportCertificatePem();

    public string Pin => "sha256:" + Convert.ToHexStringLower(SHA256.HashData(Authority.PublicKey.ExportSubjectPublicKeyInfo()));

    public static Keys For(IPAddress address)
    {
        var now = DateTimeOffset.UtcNow;
        using var authorityKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var authority = new CertificateRequest("CN=counterfeit CA", authorityKey, HashAlgorithmName.SHA256);
        authority.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        authority.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign, true));
        var root = authority.CreateSelfSigned(now.AddDays(-1), now.AddDays(10));

        using var serverKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var server = new CertificateRequest($"CN={address}", serverKey, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(address);
        server.CertificateExtensions.Add(names.Build());
        server.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.1")], false));
        using var leaf = server.Create(root, now.AddDays(-1), now.AddDays(9), RandomNumberGenerator.GetBytes(8));
        return new(root, leaf.CopyWithPrivateKey(serverKey));
    }

    public void Dispose()
    {
        Signing.Dispose();
        Authority.Dispose();
        ServerCertificate.Dispose();
    }
}
