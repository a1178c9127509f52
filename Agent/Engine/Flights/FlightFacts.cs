namespace IwTune.Agent.Engine.Flights;

/// <summary>What a connection that has sent no data yet shows of its first flight, and its surroundings.</summary>
public sealed record FlightFacts
{
    /// <summary>The congestion window it started with, segments.</summary>
    public required int Cwnd { get; init; }

    /// <summary>Sender's maximum segment size, bytes. Policies give windows in segments; their size in bytes depends on this.</summary>
    public required int Mss { get; init; }

    /// <summary>The initcwnd of the route that serves it; <see langword="null"/> for the system's default.</summary>
    public int? RouteCwnd { get; init; }

    /// <summary>Where the configured window comes from, as a phrase; empty for a route.</summary>
    public string Giver { get; init; } = "";

    /// <summary>What to say when nothing explains a window, as a phrase.</summary>
    public string Otherwise { get; init; } = "not explained by the route, a lock or a visible program";

    /// <summary>SYNs or SYN-ACKs that were retransmitted.</summary>
    public int SynsSentAgain { get; init; }

    /// <summary>The window the peer announced, bytes; <see langword="null"/> when the system does not report it.</summary>
    public long? PeerWindow { get; init; }

    /// <summary>Full segments that fit the send buffer however the application writes; <see langword="null"/> when not known.</summary>
    public int? SendBufferSegments { get; init; }

    /// <summary>How the send buffer was sized and when more fits, as a sentence.</summary>
    public string SendBufferNote { get; init; } = "";

    /// <summary>The clamp of the route (<c>cwnd lock N</c>), segments; <see langword="null"/> without one.</summary>
    public int? RouteLock { get; init; }

    /// <summary>
    /// The congestion window that the kernel remembers of this peer, segments; <see langword="null"/> when it remembers none.
    /// </summary>
    public int? Remembered { get; init; }

    /// <summary>What is known of programs that may override the window, as a sentence; empty when there are none.</summary>
    public string Program { get; init; } = "";

    /// <summary>How the flight is spread over the round trip, as a sentence; empty when it leaves at once.</summary>
    public string Pacing { get; init; } = "";

    /// <summary>What the route's initrwnd does here; <see langword="null"/> when it has none.</summary>
    public AnnouncedWindow? Receive { get; init; }
}
