using System.Net.Security;

namespace IwTune.Benchmarks.Http2;

/// <summary>
/// The connection of a few hosts, made when the first of them calls and again after it broke. It does what check-ins need and no more: the
/// hosts of a real fleet have processors of their own, and here each microsecond of theirs is taken from the server.
/// </summary>
internal sealed class SharedConnection(Uri server, SslClientAuthenticationOptions tls) : IDisposable
{
    /// <summary>As many calls as the server has open on a connection at once.</summary>
    public const int Hosts = 100;

    private readonly SemaphoreSlim connecting = new(1);
    private volatile Http2Session? session;

    /// <exception cref="IOException">There is no connection, or it broke before the answer.</exception>
    public async Task<Http2Answer> PostAsync(byte[] headers, byte[] body, CancellationToken ct)
    {
        if (session is not { HasEnded: false } open)
            open = await ConnectAsync(ct);
        return await open.PostAsync(HeaderBlock.WithLength(headers, body.Length), body);
    }

    public void Dispose()
    {
        session?.Dispose();
        connecting.Dispose();
    }

    private async Task<Http2Session> ConnectAsync(CancellationToken ct)
    {
        await connecting.WaitAsync(ct);
        try
        {
            return session is { HasEnded: false } open ? open : session = await Http2Session.OpenAsync(server, tls, ct);
        }
        finally
        {
            connecting.Release();
        }
    }
}
