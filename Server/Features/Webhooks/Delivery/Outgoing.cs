using System.Net;
using System.Net.Sockets;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>
/// Connections to receivers: the name is resolved and checked at each connection, so that it cannot change its meaning after a check.
/// </summary>
internal static class Outgoing
{
    private static readonly TimeSpan LookAgain = TimeSpan.FromMinutes(2);

    public static HttpClient Client(AllowedNetworks networks, AllowedDestinations destinations) =>
        new(
            new GuardedNetwork(
                new SocketsHttpHandler
                {
                    AllowAutoRedirect = false,
                    UseCookies = false,
                    // A proxy would do the looking up, out of our sight.
                    UseProxy = false,
                    PooledConnectionLifetime = LookAgain,
                    MaxResponseHeadersLength = 16,
                    ConnectCallback = (context, ct) => ConnectAsync(networks, destinations, context.DnsEndPoint, ct),
                }
            )
        )
        {
            // By each call's own token, on the injected clock.
            Timeout = Timeout.InfiniteTimeSpan,
        };

    private static async ValueTask<Stream> ConnectAsync(
        AllowedNetworks networks,
        AllowedDestinations destinations,
        DnsEndPoint to,
        CancellationToken ct
    )
    {
        // A webhook may be older than the list.
        if (destinations.Refusal(to.Host, to.Port) is { } elsewhere)
            throw new HttpRequestException($"Nothing was sent: {elsewhere}.");
        var addresses = IPAddress.TryParse(to.Host, out var literal) ? [literal] : await Dns.GetHostAddressesAsync(to.Host, ct);
        string? refused = null;
        Exception? failed = null;
        foreach (var address in addresses)
        {
            if (networks.Refusal(address) is { } reason)
            {
                refused = reason;
                continue;
            }
            var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                await socket.ConnectAsync(address, to.Port, ct);
                return new NetworkStream(socket, ownsSocket: true);
            }
            catch (SocketException unreached)
            {
                socket.Dispose();
                failed = unreached;
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        }
        throw new HttpRequestException(
            refused is not null && failed is null
                ? $"Connection to {to.Host} failed: {refused}."
                : failed?.Message ?? $"{to.Host} has no address.",
            failed
        );
    }
}
