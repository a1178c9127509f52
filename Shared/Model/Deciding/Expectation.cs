using System.Runtime.InteropServices;

namespace IwTune.Shared.Model.Deciding;

/// <summary>A transfer as seen, for the model.</summary>
/// <param name="Bytes">What was sent, at least 1.</param>
/// <param name="RttMicroseconds">Smallest round-trip time, at least 0.</param>
/// <param name="Mss">Payload of a full segment, bytes, at least 1.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct SeenTransfer(long Bytes, long RttMicroseconds, int Mss);

/// <summary>What the closed form expects of another window for transfers like those seen. Never a measurement.</summary>
/// <param name="P50">Half of them save no more than this; negative when they take longer.</param>
/// <param name="P90">Nine of ten save no more than this.</param>
public sealed record Expectation(TimeSpan P50, TimeSpan P90)
{
    /// <summary>The difference between two windows, transfer by transfer, on paths without loss (<see cref="SlowStart"/>).</summary>
    /// <param name="transfers">What was seen.</param>
    /// <param name="from">Segments.</param>
    /// <param name="to">Segments.</param>
    /// <returns><see langword="null"/> when nothing was seen.</returns>
    public static Expectation? Of(IReadOnlyCollection<SeenTransfer> transfers, int from, int to)
    {
        if (transfers.Count == 0)
            return null;
        var saved = new List<TimeSpan>(transfers.Count);
        foreach (var transfer in transfers)
            saved.Add(Fetch(transfer, from) - Fetch(transfer, to));
        saved.Sort();
        return new Expectation(saved[(saved.Count - 1) / 2], saved[(saved.Count - 1) * 9 / 10]);
    }

    private static TimeSpan Fetch(SeenTransfer transfer, int segments) =>
        SlowStart
            .Predict(
                new Transfer
                {
                    SizeBytes = transfer.Bytes,
                    Rtt = TimeSpan.FromMicroseconds(transfer.RttMicroseconds),
                    InitCwnd = segments,
                    Mss = transfer.Mss,
                }
            )
            .Fetch;
}
