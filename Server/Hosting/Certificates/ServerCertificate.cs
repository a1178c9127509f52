using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Certificates;

/// <summary>The certificate shown to agents and browsers: issued by the own CA at start, renewed while the server runs.</summary>
/// <param name="authority">The CA in use; may be another one from one call to the next.</param>
/// <param name="names">The names it is for, the one for enrolment commands first.</param>
/// <param name="clock">Decides when to renew.</param>
/// <param name="log">Says when the certificate cannot be renewed.</param>
public sealed partial class ServerCertificate(
    Func<CertificateAuthority> authority,
    IReadOnlyList<string> names,
    TimeProvider clock,
    ILogger<ServerCertificate> log
) : IDisposable
{
    // Browsers refuse more than 398 days (CA/Browser Forum ballot SC31); renewal at two thirds leaves months to notice a stuck clock.
    private static readonly TimeSpan Life = TimeSpan.FromDays(90),
        RenewBefore = TimeSpan.FromDays(30),
        RetryAfter = TimeSpan.FromMinutes(1);
    private readonly Lock _gate = new();
    private X509Certificate2? _current;
    private string _issuer = "";
    private DateTimeOffset _retry;

    /// <summary>What is wrong for days is said once.</summary>
    private string _said = "";

    /// <summary>The certificate to show now.</summary>
    public X509Certificate2 Current
    {
        get
        {
            var (now, issuer) = (clock.GetUtcNow(), authority());
            lock (_gate)
            {
                // The one before is left to the garbage collector: a handshake may still hold it.
                if (_current is null)
                    (_current, _issuer) = (Issue(issuer, now), issuer.Id);
                else if (MustRenew(_current, issuer, now.UtcDateTime) && now >= _retry)
                    Renew(issuer, now);
                return _current;
            }
        }
    }

    private bool MustRenew(X509Certificate2 current, CertificateAuthority issuer, DateTime now) =>
        _issuer != issuer.Id
        // The clock was ahead when it was issued, and has been corrected.
        || now < current.NotBefore.ToUniversalTime()
        // One that ends with its CA cannot be renewed, and each handshake would try it.
        || (current.NotAfter.ToUniversalTime() - now < RenewBefore && current.NotAfter.ToUniversalTime() < issuer.End.UtcDateTime);

    /// <summary>A CA in a token that does not answer leaves the certificate there is, which is good for weeks.</summary>
    private void Renew(CertificateAuthority issuer, DateTimeOffset now)
    {
        try
        {
            (_current, _issuer, _said) = (Issue(issuer, now), issuer.Id, "");
        }
        catch (StorageUnusableException away)
        {
            _retry = now + RetryAfter;
            if (away.Message != _said)
                NotRenewed(_current!.NotAfter.ToUniversalTime(), away.Message);
            _said = away.Message;
        }
    }

    public void Dispose() => _current?.Dispose();

    private X509Certificate2 Issue(CertificateAuthority issuer, DateTimeOffset now)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var issued = issuer.Issue(RequestFor(new PublicKey(key), names), now.AddHours(-1), now + Life);
        using var withKey = issued.CopyWithPrivateKey(key);
        // SChannel cannot use an ephemeral key; a round trip through PKCS #12 is what it wants, and does no harm elsewhere.
        return X509CertificateLoader.LoadPkcs12(withKey.Export(X509ContentType.Pkcs12), null);
    }

    /// <summary>A certificate for TLS of a server with these names and addresses, and for nothing else.</summary>
    public static CertificateRequest RequestFor(PublicKey key, IReadOnlyList<string> names)
    {
        var request = new CertificateRequest(new X500DistinguishedName($"CN={names[0]}"), key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature, true));
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new("1.3.6.1.5.5.7.3.1")], false));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, false));
        var alternatives = new SubjectAlternativeNameBuilder();
        foreach (var name in names)
        {
            if (IPAddress.TryParse(name, out var address))
                alternatives.AddIpAddress(address);
            else
                alternatives.AddDnsName(name);
        }
        request.CertificateExtensions.Add(alternatives.Build());
        return request;
    }

    [LoggerMessage(
        Level = LogLevel.Warning,
        Message = "The server's certificate cannot be renewed; it stays in use until {End:u} and renewal is tried every minute. {Why}"
    )]
    private partial void NotRenewed(DateTime end, string why);
}
