using System.Net.Sockets;

namespace IwTune.Shared.Wire;

/// <summary>
/// Makes every failure to connect an <see cref="HttpRequestException"/>, which callers expect. <see cref="SocketsHttpHandler"/> lets a
/// <see cref="SocketException"/> through when the other end resets a connection just after it was made: HttpConnectionPool.ConnectAsync
/// (dotnet/runtime) asks the socket for its remote address outside of what it guards.
/// </summary>
/// <param name="network">What makes the connections.</param>
public sealed class GuardedNetwork(HttpMessageHandler network) : DelegatingHandler(network)
{
    /// <inheritdoc/>
    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        try
        {
            return await base.SendAsync(request, cancellationToken);
        }
        catch (SocketException lost)
        {
            throw new HttpRequestException(HttpRequestError.ConnectionError, lost.Message, lost);
        }
    }
}
