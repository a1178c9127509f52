using System.Net;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>What is measured: one service at one address.</summary>
/// <param name="Host">The name or address as requested; it goes into the request.</param>
/// <param name="Address">Where connections go.</param>
/// <param name="Tls">True to begin a TLS handshake and count the server's certificate flight; false to request a page by HTTP.</param>
/// <param name="Path">The page, from its slash on.</param>
/// <param name="Mss">The maximum segment size to announce, bytes; the peer subtracts its options.</param>
public sealed record Destination(string Host, IPEndPoint Address, bool Tls, string Path, int Mss)
{
    /// <summary>TCP_MIN_MSS: TCP_MAXSEG takes no smaller one (do_tcp_setsockopt, net/ipv4/tcp.c).</summary>
    public const int LeastMss = 88;

    /// <summary>MAX_TCP_WINDOW: TCP_MAXSEG takes no larger one.</summary>
    public const int MostMss = 32_767;

    /// <summary>Small enough that a short answer makes many segments.</summary>
    public const int UsualMss = 536;

    /// <summary>Whether a text can be requested as a page.</summary>
    public static bool IsPath(string text) => text.StartsWith('/') && text.All(letter => letter is > ' ' and < '\x7f');
}
