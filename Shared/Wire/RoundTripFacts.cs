namespace IwTune.Shared.Wire;

/// <summary>Handshake times with one TCP service that the host's administrator allowed to be measured.</summary>
public sealed record RoundTripFacts
{
    /// <summary>As it is written in the host's settings: <c>www.example.org:443</c>.</summary>
    public required string Destination { get; init; }

    /// <summary>Connections that counted; 0 when the service was not reached, and then there are no times.</summary>
    public int Connections { get; init; }

    /// <summary>Connections that failed or lost a packet.</summary>
    public int Lost { get; init; }

    /// <summary>From SYN to SYN-ACK by the kernel's clock (tcp_info.tcpi_rtt), the least, microseconds.</summary>
    public long? MinMicroseconds { get; init; }

    /// <summary>The same, median.</summary>
    public long? MedianMicroseconds { get; init; }

    /// <summary>The same, 90th percentile (nearest rank).</summary>
    public long? P90Microseconds { get; init; }
}
