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

    public required ECDsa Signing { get; init; }

    public string AuthorityPem => Authority.ExportCertificatePem();

    public string Pin => "sha256:" + Convert.ToHexStringLower(SHA256.HashData(Authority.PublicKey.ExportSubjectPublicKeyInfo()));

    /// <summary>Its own, which no host trusts.</summary>
    public static Keys For(IPAddress address)
    {
        var now = DateTimeOffset.UtcNow;
        using var authorityKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var authority = new CertificateRequest("CN=counterfeit CA", authorityKey, HashAlgorithmName.SHA256);
        authority.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        authority.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign, true));
        var root = authority.CreateSelfSigned(now.AddDays(-1), now.AddDays(10));

        return new(root, Certificate(root, address)) { Signing = ECDsa.Create(ECCurve.NamedCurves.nistP256) };
    }

    /// <summary>Those of a fleet, from its server's data directory.</summary>
    public static Keys StolenFrom(string data, IPAddress address)
    {
        string Text(string name) => File.ReadAllText(Path.Combine(data, name));
        var root = X509Certificate2.CreateFromPem(Text("ca.pem"), Text("ca.key"));
        var signing = ECDsa.Create();
        signing.ImportFromPem(Text("signing.key"));
        return new(root, Certificate(root, address)) { Signing = signing };
    }

    private static X509Certificate2 Certificate(X509Certificate2 authority, IPAddress address)
    {
        var now = DateTimeOffset.UtcNow;
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var server = new CertificateRequest($"CN={address}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(address);
        server.CertificateExtensions.Add(names.Build());
        server.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.1")], false));
        using var leaf = server.Create(authority, now.AddHours(-1), now.AddDays(1), RandomNumberGenerator.GetBytes(8));
        return leaf.CopyWithPrivateKey(key);
    }

    public void Dispose()
    {
        Signing.Dispose();
        Authority.Dispose();
        ServerCertificate.Dispose();
    }
}
