using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Features.Keys;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Tests.Features.Keys;

public sealed class CertifyProxyTests
{
    [Fact]
    public async Task A_proxy_gets_a_certificate_of_the_CA_in_use_for_its_names_and_nothing_else_it_asked_for()
    {
        await using var server = await RunningServer.StartAsync();
        var former = server.Get<HeldKeys>().Authority.Id;
        await server.RotateAsync(KeyKind.Authority);
        await server.RetireAsync(former).DoneAsync();
        await server.LookAtKeysAsync();
        var authority = server.Get<HeldKeys>().Authority;

        var (pem, problem) = await CertifyAsync(server, Request("fleet.example.com", asksForCa: true));

        Assert.Empty(problem);
        using var certificate = X509Certificate2.CreateFromPem(pem);
        Assert.True(certificate.MatchesHostname("fleet.example.com"));
        Assert.False(certificate.MatchesHostname("other.example.com"));
        Assert.False(certificate.Extensions.OfType<X509BasicConstraintsExtension>().Single().CertificateAuthority);
        using var root = X509Certificate2.CreateFromPem(authority.Pem);
        using var chain = new X509Chain
        {
            ChainPolicy =
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                RevocationMode = X509RevocationMode.NoCheck,
                CustomTrustStore = { root },
            },
        };
        Assert.True(chain.Build(certificate));
        using var api = await server.ApiAsync();
        var entry = Assert.Single(
            (await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries,
            entry => entry.Action == "key.certify"
        );
        Assert.Contains("fleet.example.com", entry.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_request_and_a_request_without_a_name_are_refused_with_what_to_do()
    {
        await using var server = await RunningServer.StartAsync();

        Assert.Contains("is no certificate request", (await CertifyAsync(server, "a letter")).Problem, StringComparison.Ordinal);
        Assert.Contains("names no server", (await CertifyAsync(server, Request(name: null))).Problem, StringComparison.Ordinal);
    }

    private static Task<(string? Pem, string Problem)> CertifyAsync(RunningServer server, string csr) =>
        CertifyProxy.RunAsync(
            server.Database,
            server.Get<HeldKeys>().Authority,
            csr,
            TimeSpan.FromDays(90),
            "cli:test",
            "a proxy",
            server.Clock
        );

    private static string Request(string? name, bool asksForCa = false)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=proxy", key, HashAlgorithmName.SHA256);
        if (name is not null)
        {
            var names = new SubjectAlternativeNameBuilder();
            names.AddDnsName(name);
            request.CertificateExtensions.Add(names.Build());
        }
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(asksForCa, false, 0, true));
        return request.CreateSigningRequestPem();
    }
}
