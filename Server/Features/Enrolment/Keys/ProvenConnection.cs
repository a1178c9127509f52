using System.Collections.Concurrent;

namespace IwTune.Server.Features.Enrolment.Keys;

/// <summary>
/// The hosts that proved their keys on one connection whose TLS ends at this server: a host that has proven it once is at the other end. A
/// feature of the connection, shared by the streams of HTTP/2; there is none behind a proxy.
/// </summary>
internal sealed class ProvenConnection
{
    // Each with the key it proved, so that another key is proven anew.
    private readonly ConcurrentDictionary<string, HostKey> _proven = new(StringComparer.Ordinal);

    public bool Has(string hostId, HostKey key) => _proven.TryGetValue(hostId, out var proven) && proven == key;

    public void Add(string hostId, HostKey key) => _proven[hostId] = key;

    /// <summary>The one of a call; <see langword="null"/> where each call proves the key.</summary>
    /// <remarks>A proxy that was not named with --proxy still gives itself away by what it adds (RFC 9110 §7.6.3, RFC 7239).</remarks>
    public static ProvenConnection? Of(HttpContext context)
    {
        var headers = context.Request.Headers;
        return headers.Via.Count > 0 || headers.ContainsKey("Forwarded") || headers.ContainsKey("X-Forwarded-For")
            ? null
            : context.Features.Get<ProvenConnection>();
    }
}
