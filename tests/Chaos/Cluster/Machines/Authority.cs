using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Chaos.Cluster.Machines;

/// <summary>The CA of the databases.</summary>
internal sealed class Authority : IDisposable
{
    private readonly X509Certificate2 own;

    /// <param name="file">Gets its certificate, PEM.</param>
    public Authority(string file)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=databases", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        own = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(30));
        File = file;
        System.IO.File.WriteAllText(file, own.ExportCertificatePem());
    }

    /// <summary>Its certificate.</summary>
    public string File { get; }

    /// <summary>Makes a certificate and its key.</summary>
    public void Sign(IPAddress address, string certificate, string keyFile)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=database", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(address);
        request.CertificateExtensions.Add(names.Build());
        using var signed = request.Create(own, own.NotBefore, own.NotAfter, RandomNumberGenerator.GetBytes(8));
        System.IO.File.WriteAllText(certificate, signed.ExportCertificatePem());
        System.IO.File.WriteAllText(keyFile, key.ExportPkcs8PrivateKeyPem());
    }

    public void Dispose() => own.Dispose();
}
