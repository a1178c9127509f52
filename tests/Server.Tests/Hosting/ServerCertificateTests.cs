using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace IwTune.Server.Tests.Hosting;

public sealed class ServerCertificateTests : IDisposable
{
    private readonly string path = Directory.CreateTempSubdirectory("iwtune-ca-").FullName;

    [Fact]
    public void The_ca_is_made_once_and_its_keys_are_for_their_owner_only()
    {
        var directory = DataDirectory.Open(Path.Combine(path, "new"));
        using var first = CertificateAuthority.Load(directory, TimeProvider.System);
        using var second = CertificateAuthority.Load(directory, TimeProvider.System);
        Assert.Equal(first.Pin, second.Pin);
        Assert.Equal(first.Pem, second.Pem);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(directory.File("ca.key")));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(directory.Path));
    }

    [Fact]
    public void The_certificate_names_what_people_reach_it_by_and_is_renewed_before_it_ends()
    {
        var clock = new TestClock();
        using var authority = CertificateAuthority.Load(DataDirectory.Open(path), clock);
        using var certificates = new ServerCertificate(
            () => authority,
            ["iw.example", "192.0.2.7"],
            clock,
            NullLogger<ServerCertificate>.Instance
        );
        var first = certificates.Current;
        Assert.True(first.MatchesHostname("iw.example"));
        Assert.True(first.MatchesHostname("192.0.2.7"));
        Assert.False(first.MatchesHostname("other.example"));
        clock.Advance(TimeSpan.FromDays(59));
        Assert.Same(first, certificates.Current);
        clock.Advance(TimeSpan.FromDays(2));
        Assert.NotSame(first, certificates.Current);
        Assert.True(certificates.Current.NotAfter > first.NotAfter);
    }

    [Fact]
    public void A_clock_that_was_a_day_ahead_and_is_corrected_leaves_no_certificate_of_tomorrow()
    {
        var clock = new TestClock();
        using var authority = CertificateAuthority.Load(DataDirectory.Open(path), clock);
        using var certificates = new ServerCertificate(() => authority, ["iw.example"], clock, NullLogger<ServerCertificate>.Instance);
        clock.Advance(TimeSpan.FromDays(1));
        _ = certificates.Current;
        clock.Jump(-TimeSpan.FromDays(1));
        Assert.True(certificates.Current.NotBefore.ToUniversalTime() <= clock.GetUtcNow().UtcDateTime);
    }

    [Fact]
    public void Before_the_end_of_the_ca_a_certificate_is_issued_once_and_not_for_each_connection()
    {
        var clock = new TestClock();
        using var authority = CertificateAuthority.Load(DataDirectory.Open(path), clock);
        using var certificates = new ServerCertificate(() => authority, ["iw.example"], clock, NullLogger<ServerCertificate>.Instance);
        clock.Advance(TimeSpan.FromDays((20 * 365) - 10));
        Assert.Same(certificates.Current, certificates.Current);
    }

    [Fact]
    public void While_the_ca_does_not_sign_the_certificate_stays_and_the_log_says_once_why_and_until_when()
    {
        var clock = new TestClock();
        using var key = new AwayKey();
        using var authority = CertificateAuthority.Open(CertificateAuthority.CertificateOf(key, clock), key);
        using var log = new LogRecorder();
        using var logging = new LoggerFactory([log]);
        using var certificates = new ServerCertificate(() => authority, ["iw.example"], clock, logging.CreateLogger<ServerCertificate>());
        var first = certificates.Current;
        clock.Advance(TimeSpan.FromDays(61));
        key.Away = true;
        Assert.Same(first, certificates.Current);
        clock.Advance(TimeSpan.FromMinutes(2));
        Assert.Same(first, certificates.Current);
        var said = Assert.Single(log.Lines);
        Assert.Contains($"until {first.NotAfter.ToUniversalTime():u}", said, StringComparison.Ordinal);
        Assert.Contains("in a drawer", said, StringComparison.Ordinal);
        key.Away = false;
        Assert.Same(first, certificates.Current);
        clock.Advance(TimeSpan.FromMinutes(1));
        Assert.NotSame(first, certificates.Current);
    }

    [Fact]
    public void A_client_that_trusts_the_ca_alone_trusts_the_certificate()
    {
        using var authority = CertificateAuthority.Load(DataDirectory.Open(path), TimeProvider.System);
        using var certificates = new ServerCertificate(
            () => authority,
            ["localhost"],
            TimeProvider.System,
            NullLogger<ServerCertificate>.Instance
        );
        using var root = X509Certificate2.CreateFromPem(authority.Pem);
        using var chain = new X509Chain
        {
            ChainPolicy = { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck },
        };
        chain.ChainPolicy.CustomTrustStore.Add(root);
        Assert.True(chain.Build(certificates.Current));
        Assert.Empty(chain.ChainStatus);
        Assert.Equal(root.RawData, chain.ChainElements[^1].Certificate.RawData);
    }

    public void Dispose() => Directory.Delete(path, recursive: true);

    /// <summary>Behaves like a key in a token that was unplugged.</summary>
    private sealed class AwayKey : ECDsa
    {
        private readonly ECDsa _key = Create(ECCurve.NamedCurves.nistP256);

        public AwayKey() => (LegalKeySizesValue, KeySizeValue) = ([new(256, 256, 0)], 256);

        public bool Away { get; set; }

        public override byte[] SignHash(byte[] hash) =>
            Away ? throw new StorageUnusableException("The token is in a drawer.") : _key.SignHash(hash);

        public override bool VerifyHash(byte[] hash, byte[] signature) => _key.VerifyHash(hash, signature);

        public override ECParameters ExportParameters(bool includePrivateParameters) => _key.ExportParameters(false);
    }
}
