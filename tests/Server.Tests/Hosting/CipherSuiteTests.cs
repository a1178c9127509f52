using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Security.Authentication;
using System.Text;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Hosting;

[UnsupportedOSPlatform("windows")]
public sealed class CipherSuiteTests
{
    private const TlsCipherSuite Gcm = TlsCipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256;

    public static TheoryData<TlsCipherSuite> Old { get; } =
    [
        TlsCipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256,
        TlsCipherSuite.TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384,
        TlsCipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA,
    ];

    [Theory]
    [MemberData(nameof(Old))]
    public async Task A_client_that_offers_only_a_suite_that_is_not_recommended_gets_no_answer(TlsCipherSuite suite)
    {
        await using var server = await RunningServer.StartAsync();
        Assert.NotNull(await Record.ExceptionAsync(() => AskAsync(server, suite)));
    }

    [Theory]
    [MemberData(nameof(Old))]
    public async Task A_client_that_prefers_it_and_offers_a_better_one_gets_the_better_one(TlsCipherSuite suite)
    {
        await using var server = await RunningServer.StartAsync();
        var (used, answer) = await AskAsync(server, suite, Gcm);
        Assert.Equal(Gcm, used);
        Assert.StartsWith("HTTP/1.1 200", answer, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_suite_of_TLS_1_3_and_none_without_forward_secrecy_or_with_CBC_is_accepted()
    {
        var accepted = Enum.GetValues<TlsCipherSuite>().Where(AuthenticatedSuites.IsRecommended).Select(suite => $"{suite}").ToList();
        Assert.Equal(9, accepted.Count);
        Assert.All(
            accepted,
            suite => Assert.Matches("^TLS_(ECDHE_(ECDSA|RSA)_WITH_)?(AES_(128|256)_GCM|CHACHA20_POLY1305)_SHA(256|384)$", suite)
        );
    }

    private static async Task<(TlsCipherSuite Used, string Answer)> AskAsync(RunningServer server, params TlsCipherSuite[] offered)
    {
        using var socket = new TcpClient();
        await socket.ConnectAsync(server.Url.Host, server.Url.Port);
        await using var tls = new SslStream(socket.GetStream());
        await tls.AuthenticateAsClientAsync(
            new SslClientAuthenticationOptions
            {
                TargetHost = "localhost",
                EnabledSslProtocols = SslProtocols.Tls12,
                CipherSuitesPolicy = new(offered),
                RemoteCertificateValidationCallback = (_, certificate, _, _) => certificate is not null,
            }
        );
        await tls.WriteAsync("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"u8.ToArray());
        using var answer = new StreamReader(tls, Encoding.ASCII);
        return await answer.ReadToEndAsync() is { Length: > 0 } text
            ? (tls.NegotiatedCipherSuite, text)
            : throw new IOException("The server closed the connection.");
    }
}
