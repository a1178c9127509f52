namespace IwTune.Shared.Wire;

/// <summary>Connections by how far their peer is.</summary>
/// <param name="FromMicroseconds">Least round-trip time it holds.</param>
/// <param name="BelowMicroseconds">What it ends before; <see langword="null"/> for the farthest.</param>
/// <param name="Connections">How many.</param>
/// <param name="FirstFlightLoss">Those that are known to have lost some of their first flight.</param>
public sealed record TrafficClass(long FromMicroseconds, long? BelowMicroseconds, long Connections, long FirstFlightLoss)
{
    /// <summary>Where they end: a rack, a metropolis, a country, a continent, an ocean; the last has no end.</summary>
    private static readonly long[] Ends = [1_000, 5_000, 20_000, 50_000, 100_000, 200_000];

    /// <summary>The round-trip times it holds, for people.</summary>
    public string Name =>
        (FromMicroseconds, BelowMicroseconds) switch
        {
            (0, { } below) => $"below {below / 1000} ms",
            (_, { } below) => $"{FromMicroseconds / 1000}–{below / 1000} ms",
            _ => $"{FromMicroseconds / 1000} ms and more",
        };

    /// <summary>The connections of a profile that are in this class, by its cells; all else stays what it is for all connections.</summary>
    public TrafficProfile Within(TrafficProfile profile) => profile with { Cells = [.. profile.Cells.Where(Holds)] };

    /// <summary>The classes that hold something, the nearest first. A cell counts where its middle is.</summary>
    public static IReadOnlyList<TrafficClass> Of(TrafficProfile profile)
    {
        var counts = new long[Ends.Length + 1];
        var lost = new long[Ends.Length + 1];
        foreach (var cell in profile.Cells)
        {
            var rtt = TrafficCell.Middle(cell.MinRtt);
            var at = 0;
            while (at < Ends.Length && rtt >= Ends[at])
                at++;
            counts[at] += cell.Connections;
            lost[at] += cell.FirstFlightLoss;
        }
        var classes = new List<TrafficClass>();
        for (var at = 0; at < counts.Length; at++)
        {
            if (counts[at] > 0)
                classes.Add(new TrafficClass(at == 0 ? 0 : Ends[at - 1], at < Ends.Length ? Ends[at] : null, counts[at], lost[at]));
        }
        return classes;
    }

    private bool Holds(TrafficCell cell) =>
        TrafficCell.Middle(cell.MinRtt) is var rtt && rtt >= FromMicroseconds && (BelowMicroseconds is not { } below || rtt < below);
}
