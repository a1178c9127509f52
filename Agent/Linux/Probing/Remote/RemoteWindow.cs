namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>The initial window of a remote, as several connections agree on it.</summary>
/// <param name="Service">What was asked.</param>
/// <param name="Count">What most connections showed.</param>
/// <param name="Mss">Payload of a full segment, bytes.</param>
/// <param name="RttMicroseconds">The least round-trip time seen.</param>
/// <param name="Announced">The receive window that it announced; <see langword="null"/> when the kernel does not report it.</param>
/// <param name="Runs">What every connection showed that counted.</param>
/// <param name="Discarded">Why others did not count.</param>
/// <param name="Answer">The HTTP status, and where it points; empty for TLS.</param>
public sealed record RemoteWindow(
    Destination Service,
    FlightCount Count,
    int Mss,
    long RttMicroseconds,
    SynAckWindow? Announced,
    IReadOnlyList<FlightCount> Runs,
    IReadOnlyList<string> Discarded,
    string Answer
);
