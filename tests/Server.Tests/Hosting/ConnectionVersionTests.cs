using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Hosting;

public sealed class ConnectionVersionTests
{
    [Theory]
    [InlineData(SslProtocols.Tls12, true)]
    [InlineData(SslProtocols.Tls13, true)]
#pragma warning disable SYSLIB0039, CA5397 // What must be refused.
    [InlineData(SslProtocols.Tls11, false)]
    [InlineData(SslProtocols.Tls, false)]
#pragma warning restore SYSLIB0039, CA5397
    public async Task Connections_have_tls_1_2_or_1_3(SslProtocols version, bool taken)
    {
        await using var server = await RunningServer.StartAsync();
        using var socket = new TcpClient();
        await socket.ConnectAsync(server.Url.Host, server.Url.Port);
        await using var tls = new SslStream(socket.GetStream());
        var reached = await Record.ExceptionAsync(() =>
            tls.AuthenticateAsClientAsync(
                new SslClientAuthenticationOptions
                {
                    TargetHost = "localhost",
                    EnabledSslProtocols = version,
                    RemoteCertificateValidationCallback = (_, certificate, _, _) => certificate is not null,
                }
            )
        );
        Assert.Equal(taken, reached is null);
    }
}
