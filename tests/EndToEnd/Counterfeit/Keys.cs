using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Lab.Authorities;

namespace IwTune.EndToEnd.Counterfeit;

/// <summary>A CA, a server certificate that it issued, and a key that signs bundles.</summary>
internal sealed class Keys : IDisposable
{
    private readonly LabAuthority authority;

    private Keys(LabAuthority authority, IPAddress address) =>
        (this.authority, ServerCertificate) = (authority, authority.Issue($"{address}"));

    public X509Certificate2 ServerCertificate { get; }

    public required ECDsa Signing { get; init; }

    public string AuthorityPem => authority.Pem;

    public string Pin =>
        "sha256:" + Convert.ToHexStringLower(SHA256.HashData(authority.Certificate.PublicKey.ExportSubjectPublicKeyInfo()));

    /// <summary>Its own, which no host trusts.</summary>
    public static Keys For(IPAddress address) =>
        new(new("counterfeit CA"), address) { Signing = ECDsa.Create(ECCurve.NamedCurves.nistP256) };

    /// <summary>Those of a fleet, from its server's data directory.</summary>
    public static Keys StolenFrom(string data, IPAddress address)
    {
        string Text(string name) => File.ReadAllText(Path.Combine(data, name));
        var signing = ECDsa.Create();
        signing.ImportFromPem(Text("signing.key"));
        return new(new(X509Certificate2.CreateFromPem(Text("ca.pem"), Text("ca.key"))), address) { Signing = signing };
    }

    public void Dispose()
    {
        Signing.Dispose();
        authority.Dispose();
        ServerCertificate.Dispose();
    }
}
