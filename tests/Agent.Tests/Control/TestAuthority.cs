using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Agent.Control;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control;

/// <summary>A CA and a server certificate it issued for localhost.</summary>
internal sealed class TestAuthority : IDisposable
{
    /// <summary>Valid whenever the tests are run.</summary>
    private static readonly DateTimeOffset From = new(2020, 1, 1, 0, 0, 0, TimeSpan.Zero),
        To = new(2120, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly ECDsa _rootKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);

    public TestAuthority(string name = "IwTune test CA", string host = "localhost", bool authority = true, DateTimeOffset? from = null)
    {
        var request = new CertificateRequest($"CN={name}", _rootKey, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(authority, false, 0, true));
        Root = request.CreateSelfSigned(From, To);

        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var leaf = new CertificateRequest($"CN={host}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(host);
        if (host == "localhost")
            names.AddIpAddress(IPAddress.Loopback);
        leaf.CertificateExtensions.Add(names.Build());
        leaf.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.1")], false));
        using var issued = leaf.Create(
            Root.SubjectName,
            X509SignatureGenerator.CreateForECDsa(_rootKey),
            from ?? From,
            To.AddDays(-1),
            [1, 2, 3, 4]
        );
        using var joined = issued.CopyWithPrivateKey(key);
        Server = X509CertificateLoader.LoadPkcs12(joined.Export(X509ContentType.Pfx), null);
    }

    public X509Certificate2 Root { get; }

    public X509Certificate2 Server { get; }

    public string Pem => Root.ExportCertificatePem();

    /// <summary>What a host that enrolled at this authority's server keeps.</summary>
    public Identity Enrolled(DateTimeOffset at) =>
        new()
        {
            Server = new Uri("https://localhost:7443"),
            HostId = "host-1",
            Secret = "secret-1",
            Authority = Pem,
            Pin = CaPin.Of(Root).ToString(),
            SigningKeys = [],
            Schedule = new Schedule(55, 60, 7),
            Labels = new Dictionary<string, string>(),
            Enrolled = at,
        };

    public void Dispose()
    {
        Root.Dispose();
        Server.Dispose();
        _rootKey.Dispose();
    }
}
