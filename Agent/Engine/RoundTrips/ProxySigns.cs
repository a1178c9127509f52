using System.Globalization;

namespace IwTune.Agent.Engine.RoundTrips;

/// <summary>
/// Signs that another machine answers for a host on one of its ports, as transparent proxies and load balancers do: its handshake is
/// shorter, or its SYN-ACK has other options. A machine that answers on all of these ports alike shows neither.
/// </summary>
public static class ProxySigns
{
    /// <summary>Below this difference two ports are equally far: it can be jitter, or how busy the host is.</summary>
    private const long LeastMicroseconds = 5_000;

    /// <summary>Compares two ports of one host.</summary>
    /// <param name="one">Handshakes with the first port; at least one counted.</param>
    /// <param name="other">Handshakes with the second port; at least one counted.</param>
    /// <returns>Sentences; empty when they answer alike.</returns>
    public static IReadOnlyList<string> Between(RoundTripSamples one, RoundTripSamples other)
    {
        var found = new List<string>();
        var (near, far) = one.Min <= other.Min ? (one, other) : (other, one);
        if (far.Min - near.Min >= LeastMicroseconds && 2 * near.Min <= far.Min)
            found.Add(
                $"Port {near.To.Port} answers in {Text(near.Min)} ms, port {far.To.Port} in {Text(far.Min)} ms: probably a nearer machine "
                    + $"answers on port {near.To.Port}."
            );
        if (one.Answer is { } first && other.Answer is { } second && first != second)
            found.Add(
                $"Port {one.To.Port} answers with {first}; port {other.To.Port} with {second}: probably two machines, or two settings of "
                    + "one."
            );
        return found;
    }

    private static string Text(long microseconds) => (microseconds / 1000.0).ToString("0.0#", CultureInfo.InvariantCulture);
}
