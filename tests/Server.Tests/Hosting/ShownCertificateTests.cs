using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Tests.Hosting.Windows;
using Microsoft.Extensions.Logging.Abstractions;

namespace IwTune.Server.Tests.Hosting;

public sealed class ShownCertificateTests : IDisposable
{
    private readonly string path = Directory.CreateTempSubdirectory("iwtune-shown-").FullName;

    [Fact]
    public void Another_cas_certificate_is_for_its_own_names_and_hosts_by_any_other_name_or_address_get_the_servers_own()
    {
        var clock = new TestClock();
        using var authority = CertificateAuthority.Load(DataDirectory.Open(path), clock);
        using var own = new ServerCertificate(() => authority, ["hosts.example"], clock, NullLogger<ServerCertificate>.Instance);
        using var other = CertificateFitnessTests.Made(name: "*.test");
        using var shown = new ShownCertificate(own, other);
        Assert.Same(other, shown.For("console.test"));
        foreach (var name in new[] { "hosts.example", "a.b.test", "not a name", "", null })
            Assert.Same(own.Current, shown.For(name));
        using var alone = new ShownCertificate(own, other: null);
        Assert.Same(own.Current, alone.For("console.test"));
    }

    public void Dispose() => Directory.Delete(path, recursive: true);
}
