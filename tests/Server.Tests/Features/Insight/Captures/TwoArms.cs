using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Insight.Captures;

/// <summary>
/// A capture of 13 segments at 100 ms: three flights with a window of 3, two with 10, one segment dropped and sent again.
/// </summary>
internal static class TwoArms
{
    private const int Mss = 1448,
        Rtt = 100_000;

    public static Capture Capture { get; } =
        new()
        {
            Format = Capture.CurrentFormat,
            Title = "thirteen segments",
            Taken = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero),
            SizeBytes = 13 * Mss,
            RttMicroseconds = Rtt,
            CongestionControl = "cubic",
            Arms =
            [
                Arm("IW 3", 3, [3, 6, 4]),
                Arm("IW 10", 10, [10, 3]) with
                {
                    Dropped = [new(60_000, 9 * Mss)],
                    Retransmits = [new(170_000, 9 * Mss)],
                },
            ],
        };

    private static CaptureArm Arm(string name, int window, int[] flights)
    {
        var (sent, bytes) = (new List<CapturePoint>(), 0L);
        for (var flight = 0; flight < flights.Length; flight++)
        {
            for (var i = 0; i < flights[flight]; i++)
                sent.Add(new((Rtt / 2) + (flight * Rtt) + (i * 10), bytes += Mss));
        }
        return new()
        {
            Name = name,
            InitCwnd = window,
            Mss = Mss,
            Sent = sent,
            Received = [.. sent.Select(point => point with { At = point.At + (Rtt / 2) })],
            Acknowledged = [.. sent.Select(point => point with { At = point.At + Rtt })],
            Allowed = [new(Rtt / 2, 65_160)],
        };
    }
}
