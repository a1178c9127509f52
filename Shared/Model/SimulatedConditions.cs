namespace IwTune.Shared.Model;

/// <summary>What the event-by-event model adds to a <see cref="Transfer"/>: how the ends behave and what the path loses.</summary>
public sealed record SimulatedConditions
{
    /// <summary>How the sender's window grows.</summary>
    public Growth Growth { get; init; } = Growth.Bytes;

    /// <summary>
    /// The receiver acknowledges every so many segments, 1 or more; at once when a segment is missing. Linux begins a connection with 1.
    /// </summary>
    public int AckEvery { get; init; } = 1;

    /// <summary>
    /// How long fewer segments than <see cref="AckEvery"/> wait for their acknowledgement; <see langword="null"/>: until the next segment
    /// comes.
    /// </summary>
    public TimeSpan? DelayedAck { get; init; } = TimeSpan.FromMilliseconds(40);

    /// <summary>
    /// Packets that may wait before the narrow link, 0 or more; <see langword="null"/> for any number. What comes when all places are taken
    /// is lost.
    /// </summary>
    public int? BufferPackets { get; init; }

    /// <summary>Packets that the path loses: the first that the sender sends is 1, and one that is retransmitted counts again.</summary>
    public IReadOnlyCollection<long> Lost { get; init; } = [];

    /// <summary>
    /// The sender closes the connection when it has written all, as HTTP/1.0 servers do: after a first flight that took everything the FIN
    /// is a packet of its own, and reveals a loss at the end.
    /// </summary>
    public bool Closes { get; init; }

    /// <summary>What is left of the window after a loss: 0.7 for CUBIC (RFC 9438 §4.6), 0.5 for Reno (RFC 5681 §3.1).</summary>
    public double Decrease { get; init; } = 0.7;
}
