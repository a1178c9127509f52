using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Server.Tests.Running;

/// <summary>
/// Connections to a <see cref="RunningServer"/>. Callers who say in each call who they are share them: a handshake is most of the work of a
/// short test. A browser has its own, because its cookies say who it is.
/// </summary>
/// <param name="root">The server's CA now, PEM.</param>
/// <param name="clock">The server's clock, which certificates use; a test may have moved it.</param>
internal sealed class ServerConnections(Func<string> root, TestClock clock) : IDisposable
{
    // A certificate that the server has renewed since is not valid yet for older connections.
    private static readonly TimeSpan Life = TimeSpan.FromMinutes(10);

    private readonly List<SocketsHttpHandler> handlers = [];
    private string trusted = "";

    /// <summary>For the calls of several clients, none of which disposes it; without cookies.</summary>
    public SocketsHttpHandler Shared()
    {
        lock (handlers)
        {
            var now = root();
            if (handlers.LastOrDefault() is { } last && trusted == now && Age(last) < Life)
                return last;
            trusted = now;
            var made = New(null, null);
            made.UseCookies = false;
            handlers.Add(made);
            return made;
        }
    }

    /// <summary>For one client, which disposes it.</summary>
    /// <param name="other">A CA that it trusts instead of the server's, PEM.</param>
    /// <param name="proxy">What stands in front of the server on this machine, by the name that its certificate has.</param>
    public SocketsHttpHandler New(string? other, Uri? proxy)
    {
        var handler = new SocketsHttpHandler { Expect100ContinueTimeout = TimeSpan.FromSeconds(30) };
        handler.SslOptions.CertificateChainPolicy = new()
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
            VerificationTime = clock.GetUtcNow().UtcDateTime,
            VerificationTimeIgnored = false,
        };
        handler.SslOptions.CertificateChainPolicy.CustomTrustStore.Add(X509Certificate2.CreateFromPem(other ?? root()));
        if (proxy is not null)
            handler.ConnectCallback = async (_, ct) =>
            {
                var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(IPAddress.Loopback, proxy.Port, ct);
                return new NetworkStream(socket, ownsSocket: true);
            };
        return handler;
    }

    public void Dispose()
    {
        lock (handlers)
            handlers.ForEach(handler => handler.Dispose());
    }

    private TimeSpan Age(SocketsHttpHandler handler) =>
        clock.GetUtcNow().UtcDateTime - handler.SslOptions.CertificateChainPolicy!.VerificationTime;
}
