using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Lab.Authorities;

/// <summary>A CA of a test. What it issues is valid whenever the test runs.</summary>
/// <param name="certificate">Its own, with the key; it disposes of it.</param>
public sealed class LabAuthority(X509Certificate2 certificate) : IDisposable
{
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1";

    private static readonly DateTimeOffset From = new(2020, 1, 1, 0, 0, 0, TimeSpan.Zero),
        To = new(2120, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <param name="name">Its common name.</param>
    /// <param name="authority">False for a certificate that may not issue others.</param>
    public LabAuthority(string name, bool authority = true)
        : this(SelfSigned(name, authority)) { }

    public X509Certificate2 Certificate => certificate;

    public string Pem => certificate.ExportCertificatePem();

    /// <summary>A certificate of a server, with its key.</summary>
    /// <param name="names">DNS names and addresses; the first is also the common name.</param>
    public X509Certificate2 Issue(params string[] names) => Issue(From, names);

    /// <inheritdoc cref="Issue(string[])"/>
    public X509Certificate2 Issue(DateTimeOffset from, params string[] names)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={names[0]}", key, HashAlgorithmName.SHA256);
        var alternatives = new SubjectAlternativeNameBuilder();
        foreach (var name in names)
        {
            if (IPAddress.TryParse(name, out var address))
                alternatives.AddIpAddress(address);
            else
                alternatives.AddDnsName(name);
        }
        request.CertificateExtensions.Add(alternatives.Build());
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(ServerAuthentication)], critical: false));
        using var own = certificate.GetECDsaPrivateKey()!;
        // By the key: by the certificate .NET refuses what a test wants of an authority that may not issue.
        using var issued = request.Create(
            certificate.SubjectName,
            X509SignatureGenerator.CreateForECDsa(own),
            from,
            To.AddDays(-1),
            RandomNumberGenerator.GetBytes(8)
        );
        return issued.CopyWithPrivateKey(key);
    }

    /// <summary>The same as text: a certificate and its key, PEM.</summary>
    public (string Certificate, string Key) IssuePem(params string[] names)
    {
        using var issued = Issue(names);
        using var key = issued.GetECDsaPrivateKey()!;
        return (issued.ExportCertificatePem(), key.ExportPkcs8PrivateKeyPem());
    }

    public void Dispose() => certificate.Dispose();

    private static X509Certificate2 SelfSigned(string name, bool authority)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(authority, false, 0, critical: true));
        return request.CreateSelfSigned(From, To);
    }
}
