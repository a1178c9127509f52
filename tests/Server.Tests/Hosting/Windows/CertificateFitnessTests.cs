using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Hosting.Windows;

namespace IwTune.Server.Tests.Hosting.Windows;

public sealed class CertificateFitnessTests
{
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1",
        ClientAuthentication = "1.3.6.1.5.5.7.3.2",
        Hosts = "hosts.example";

    private static readonly DateTimeOffset Now = new(2026, 11, 25, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(ServerAuthentication)]
    [InlineData("2.5.29.37.0")]
    [InlineData(null)]
    public void One_with_its_key_for_servers_or_for_everything_is_fit(string? use)
    {
        using var certificate = Made(use: use);
        Assert.Empty(CertificateFitness.Problems(certificate, Hosts, Now));
    }

    [Fact]
    public void One_without_its_private_key_is_not()
    {
        using var whole = Made();
        using var certificate = X509CertificateLoader.LoadCertificate(whole.RawData);
        Assert.Contains("has no private key", Problem(certificate), StringComparison.Ordinal);
    }

    [Fact]
    public void One_that_expired_or_is_not_valid_yet_is_not_and_the_time_is_said()
    {
        using var past = Made(from: Now.AddDays(-20));
        Assert.Contains("expired at 2026-11-15 12:00:00Z", Problem(past), StringComparison.Ordinal);
        using var future = Made(from: Now.AddDays(1));
        Assert.Contains("is not valid before 2026-11-26 12:00:00Z", Problem(future), StringComparison.Ordinal);
    }

    [Fact]
    public void One_that_is_for_clients_only_is_not()
    {
        using var certificate = Made(use: ClientAuthentication);
        Assert.Contains("is not for server authentication", Problem(certificate), StringComparison.Ordinal);
    }

    [Fact]
    public void One_for_the_name_that_hosts_use_is_not_because_they_trust_only_the_servers_own_ca()
    {
        using var wildcard = Made(name: "*.example");
        Assert.Contains("the name that hosts use", Problem(wildcard), StringComparison.Ordinal);
        using var none = Made(name: null);
        Assert.Contains("no DNS name", Problem(none), StringComparison.Ordinal);
    }

    [Fact]
    public void Every_reason_is_named_at_once()
    {
        using var whole = Made(from: Now.AddDays(-20), use: ClientAuthentication, name: "*.example");
        using var certificate = X509CertificateLoader.LoadCertificate(whole.RawData);
        Assert.Equal(4, CertificateFitness.Problems(certificate, Hosts, Now).Count);
    }

    [Theory]
    [InlineData("4f12 AB34 ab34 ab34 ab34 ab34 ab34 ab34 ab34 ab34", "4F12AB34AB34AB34AB34AB34AB34AB34AB34AB34")]
    [InlineData("\u200E4f12ab34ab34ab34ab34ab34ab34ab34ab34ab34", "4F12AB34AB34AB34AB34AB34AB34AB34AB34AB34")]
    [InlineData("4f12ab34", null)]
    [InlineData("zz12ab34ab34ab34ab34ab34ab34ab34ab34ab34", null)]
    public void A_thumbprint_is_read_as_windows_shows_and_copies_it(string given, string? read) =>
        Assert.Equal(read, StoreCertificate.Thumbprint(given));

    [Fact]
    public void The_option_exists_on_windows_only_and_says_so_elsewhere()
    {
        var thumbprint = new string('A', 40);
        Assert.Contains("exists on Windows only", StoreCertificate.Problem(thumbprint, windows: false), StringComparison.Ordinal);
        Assert.Null(StoreCertificate.Problem(thumbprint, windows: true));
        Assert.Contains("40 hexadecimal digits", StoreCertificate.Problem("mine", windows: true), StringComparison.Ordinal);
    }

    private static string Problem(X509Certificate2 certificate) => Assert.Single(CertificateFitness.Problems(certificate, Hosts, Now));

    /// <summary>For ten days; a name of <see langword="null"/> is a certificate without alternative names.</summary>
    internal static X509Certificate2 Made(string? name = "console.test", DateTimeOffset? from = null, string? use = ServerAuthentication)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=hosts.example", key, HashAlgorithmName.SHA256);
        if (use is not null)
            request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new(use)], critical: false));
        if (name is not null)
        {
            var names = new SubjectAlternativeNameBuilder();
            names.AddDnsName(name);
            request.CertificateExtensions.Add(names.Build());
        }
        var begin = from ?? Now.AddDays(-1);
        return request.CreateSelfSigned(begin, begin.AddDays(10));
    }
}
