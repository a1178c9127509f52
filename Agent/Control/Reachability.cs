using System.Net.Sockets;

namespace IwTune.Agent.Control;

/// <summary>Why a server was not reached, in words that say what to look at.</summary>
internal static class Reachability
{
    public static string Explain(Uri server, HttpRequestException e) =>
        e.HttpRequestError switch
        {
            HttpRequestError.NameResolutionError => $"The name {server.Host} does not resolve. Check the address and this host's DNS.",
            HttpRequestError.SecureConnectionError when e.InnerException is ClockDisagreesException clock =>
                $"{server.Authority}: {clock.Message}",
            HttpRequestError.SecureConnectionError when e.InnerException is IOException =>
                $"{server.Authority} ended the connection before it was secured{Behind(Inner(e))}. Nothing was sent.",
            HttpRequestError.SecureConnectionError =>
                $"{server.Authority} showed a certificate that the pinned CA did not issue for the name {server.Host}, or does not "
                    + "speak TLS. Nothing was sent.",
            HttpRequestError.ConnectionError when Inner(e) is { } socket => $"{server.Authority} could not be connected: {Words(socket)}.",
            HttpRequestError.ResponseEnded => $"{server.Authority} closed the connection without an answer.",
            HttpRequestError.ConfigurationLimitExceeded => $"{server.Authority} sent more than an agent accepts.",
            _ when Inner(e) is { } socket => $"The connection to {server.Authority} broke: {Words(socket)}.",
            _ => $"{server.Authority} did not answer in HTTP. Is this the address of an iwtune-server?",
        };

    /// <summary>Of an answer that began.</summary>
    public static string ExplainEarlyEnd(Uri server, HttpIOException e) =>
        $"{server.Authority} broke off in the middle{Behind(Inner(e))}. The answer is not complete.";

    private static string Behind(SocketException? e) => e is null ? "" : $": {Words(e)}";

    private static SocketException? Inner(Exception e)
    {
        for (var inner = e.InnerException; inner is not null; inner = inner.InnerException)
        {
            if (inner is SocketException socket)
                return socket;
        }
        return null;
    }

    private static string Words(SocketException e) =>
        e.SocketErrorCode switch
        {
            SocketError.ConnectionRefused => "connection refused; nothing listens there",
            SocketError.HostUnreachable or SocketError.NetworkUnreachable => "no route to it",
            SocketError.TimedOut => "no answer to the connection attempt",
            SocketError.ConnectionReset or SocketError.NotConnected => "reset by the other end",
            _ => e.Message,
        };
}
