using IwTune.Shared.Wire;

namespace IwTune.Shared.Model;

/// <summary>What the model says about a <see cref="Transfer"/>.</summary>
/// <param name="Rounds">Flights of data: in how many round trips the response arrives when the path never queues.</param>
/// <param name="Stalls">How often the sender waits for acknowledgements with data left to send.</param>
/// <param name="Fetch">From the request's first byte to the response's last one.</param>
/// <param name="Total">From the SYN to the response's last byte: handshake, TLS, server time and <paramref name="Fetch"/>.</param>
/// <param name="EffectiveSegments">The first flight's bound after every term is applied, segments.</param>
/// <param name="Binding">The term that decides <paramref name="EffectiveSegments"/>.</param>
public sealed record Prediction(int Rounds, int Stalls, TimeSpan Fetch, TimeSpan Total, int EffectiveSegments, BindingTerm Binding)
{
    /// <summary>
    /// Congestion window when everything is acknowledged, segments: what a next response on this connection starts with unless it idles. A
    /// last flight that leaves half of the window unused does not widen it (RFC 7661 §4; tcp_is_cwnd_limited, include/net/tcp.h).
    /// </summary>
    public long FinalWindow { get; init; }
}
