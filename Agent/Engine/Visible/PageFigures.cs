using IwTune.Shared.Model;

namespace IwTune.Agent.Engine.Visible;

/// <summary>What is known of a connection before its page is written.</summary>
/// <param name="Id">What the page asks for afterwards.</param>
/// <param name="SizeBytes">Bytes of the whole answer, its head included.</param>
/// <param name="Mss">Payload of a full segment, bytes.</param>
/// <param name="InitCwnd">
/// The congestion window before anything was sent, segments; <see langword="null"/> where the system does not report it.
/// </param>
/// <param name="Rtt">Round-trip time of the handshake; <see langword="null"/> where the system does not report it.</param>
/// <param name="CongestionControl"><c>cubic</c>; empty when not known.</param>
/// <param name="PeerWindowBytes">What the browser's side announced; <see langword="null"/> when not known.</param>
internal sealed record PageFigures(
    long Id,
    int SizeBytes,
    int Mss,
    int? InitCwnd,
    TimeSpan? Rtt,
    string CongestionControl,
    long? PeerWindowBytes
)
{
    private static readonly int[] Others = [3, 10, 20, 32];

    /// <summary>Segments the answer takes.</summary>
    public int Segments => (SizeBytes + Mss - 1) / Mss;

    /// <summary>
    /// What the model says of this connection, and of other windows on the same path; nothing where window or round-trip time are unknown.
    /// </summary>
    public IReadOnlyList<(int Window, Prediction Prediction)> Predictions()
    {
        var rows = new List<(int, Prediction)>();
        if (InitCwnd is not { } own || Rtt is not { } rtt)
            return rows;
        rows.Add((own, Predict(own, rtt)));
        foreach (var other in Others)
        {
            if (other != own)
                rows.Add((other, Predict(other, rtt)));
        }
        return rows;
    }

    private Prediction Predict(int window, TimeSpan rtt) =>
        SlowStart.Predict(
            new Transfer
            {
                SizeBytes = SizeBytes,
                Rtt = rtt,
                InitCwnd = window,
                Mss = Mss,
                PeerWindowBytes = PeerWindowBytes is > 0 ? PeerWindowBytes : null,
                HandshakeRounds = 0,
            }
        );
}
