using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Traffic.Pages;

/// <summary>Connections by how far their peer is.</summary>
/// <param name="Name">The round-trip times it holds.</param>
/// <param name="Connections">How many.</param>
/// <param name="FirstFlightLoss">Those that are known to have lost some of their first flight.</param>
internal sealed record TrafficClass(string Name, long Connections, long FirstFlightLoss)
{
    /// <summary>Upper ends, microseconds: a rack, a metropolis, a country, a continent, an ocean, and beyond.</summary>
    private static readonly long[] Ends = [1_000, 5_000, 20_000, 50_000, 100_000, 200_000, long.MaxValue];

    /// <summary>The classes that hold something, the nearest first.</summary>
    public static IReadOnlyList<TrafficClass> Of(TrafficProfile profile) =>
        [.. profile.Cells.GroupBy(cell => Array.FindIndex(Ends, end => TrafficCell.Middle(cell.MinRtt) < end)).OrderBy(cells => cells.Key)
            .Select(cells => new TrafficClass(Title(cells.Key), cells.Sum(cell => cell.Connections), cells.Sum(cell => cell.FirstFlightLoss)))];

    private static string Title(int index) => index switch
    {
        0 => $"below {Ends[0] / 1000} ms",
        _ when index == Ends.Length - 1 => $"{Ends[^2] / 1000} ms and more",
        _ => $"{Ends[index - 1] / 1000}–{Ends[index] / 1000} ms",
    };
}
