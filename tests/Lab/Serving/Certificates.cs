using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Lab.Serving;

/// <summary>Certificates that make a handshake as large as a test requires.</summary>
public static class Certificates
{
    private const int BytesOfOneName = 38;

    /// <summary>A self-signed certificate of at least this size: it has many names, like those of content networks.</summary>
    public static X509Certificate2 OfSize(int bytes)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=server.example", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("server.example");
        for (var i = 0; i < bytes / BytesOfOneName; i++)
            names.AddDnsName($"name-{i:000000}.of-a-long-list.example.org");
        request.CertificateExtensions.Add(names.Build());
        var now = DateTimeOffset.UtcNow;
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(30));
    }
}
