using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Hosting;

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
        using var certificates = new ServerCertificate(() => authority, ["iw.example", "192.0.2.7"], clock);
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
    public void A_client_that_trusts_the_ca_alone_trusts_the_certificate()
    {
        using var authority = CertificateAuthority.Load(DataDirectory.Open(path), TimeProvider.System);
        using var certificates = new ServerCertificate(() => authority, ["localhost"], TimeProvider.System);
        using var root = X509Certificate2.CreateFromPem(authority.Pem);
        using var chain = new X509Chain { ChainPolicy = { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck } };
        chain.ChainPolicy.CustomTrustStore.Add(root);
        Assert.True(chain.Build(certificates.Current));
        Assert.Empty(chain.ChainStatus);
        Assert.Equal(root.RawData, chain.ChainElements[^1].Certificate.RawData);
    }

    public void Dispose() => Directory.Delete(path, recursive: true);
}
