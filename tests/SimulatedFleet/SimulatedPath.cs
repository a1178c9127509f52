using IwTune.Shared.Model;

namespace IwTune.SimulatedFleet;

/// <summary>A path as a first flight sees it: a narrow link with a drop-tail queue, and random losses.</summary>
/// <param name="Rtt">Round-trip time when it is idle.</param>
/// <param name="Rate">Of the narrow link, bit/s.</param>
/// <param name="Queue">The maximum number of packets that wait for it.</param>
/// <param name="RandomLoss">Share of packets that are lost for other reasons, 0 to 1.</param>
public sealed record SimulatedPath(TimeSpan Rtt, double Rate, int Queue, double RandomLoss)
{
    /// <summary>Payload of a full segment, bytes.</summary>
    public const int Mss = 1448;

    /// <summary>Packets on the wire when the link is full.</summary>
    public int Holds => (int)(Rate * Rtt.TotalSeconds / 8 / Mss);

    /// <summary>The room in packets that other traffic leaves in the queue.</summary>
    /// <param name="busy">The share of the queue that other traffic uses, 0 to 1.</param>
    public int Room(double busy) => (int)(Queue * (1 - busy));

    /// <summary>Packets of a first flight that overflow: max(0, F − (B + 1)), the law of a fast sender into a drop-tail queue.</summary>
    /// <param name="flight">F.</param>
    /// <param name="room">B.</param>
    public static int Overflow(int flight, int room) => Math.Max(0, flight - (room + 1));

    /// <summary>The probability of a loss in a first flight.</summary>
    public double LossProbability(int flight, int room) =>
        Overflow(flight, room) > 0 ? 1
        : RandomLoss == 0 ? 0
        : 1 - Math.Pow(1 - RandomLoss, flight);

    /// <summary>
    /// The mean cost of losses in the first flight, ms: a round trip, or two when more than a third of it is lost (measured: one packet of
    /// ten costs 1.0 to 2.0 round trips, half of the packets more).
    /// </summary>
    public double Cost(int flight, int room) =>
        LossProbability(flight, room) * (Overflow(flight, room) * 3 > flight ? 2 : 1) * Rtt.TotalMilliseconds;

    /// <summary>The closed form's time of a response without loss.</summary>
    public Prediction Clean(long bytes, int window) =>
        SlowStart.Predict(
            new Transfer
            {
                SizeBytes = bytes,
                Rtt = Rtt,
                InitCwnd = window,
                Mss = Mss,
                RateBitsPerSecond = Rate,
                HandshakeRounds = 0,
            }
        );

    /// <summary>The congestion window at the end of a response without loss: doubled every round, up to what wire and queue hold.</summary>
    public int FinalWindow(int window, int rounds) =>
        (int)Math.Min(Math.Max(window, Holds + (long)Queue), (long)window << Math.Min(20, rounds - 1));
}
