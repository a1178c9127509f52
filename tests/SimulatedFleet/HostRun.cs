using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Statistics;

namespace IwTune.SimulatedFleet;

/// <summary>The results of one host with one method of choosing.</summary>
/// <param name="Milliseconds">Mean time of a response.</param>
/// <param name="Oracle">The same with the best window of every step.</param>
/// <param name="Loss">Share of first flights with a loss.</param>
/// <param name="OutOfBounds">Steps with a window outside the bounds.</param>
/// <param name="LateRetreats">
/// Losses of a first flight after which the window was neither halved by the end of the step, nor at its minimum.
/// </param>
/// <param name="ChangesLate">Changes of the window in the last ten days.</param>
/// <param name="LateLow">Least window of the last seven days, when the path did not change in the last ten; zero otherwise.</param>
/// <param name="LateHigh">The largest one.</param>
/// <param name="LateLoss">Share of first flights with a loss in the last seven days.</param>
public sealed record HostOutcome(
    double Milliseconds,
    double Oracle,
    double Loss,
    int OutOfBounds,
    int LateRetreats,
    int ChangesLate,
    int LateLow,
    int LateHigh,
    double LateLoss
);

/// <summary>Simulates thirty days of a host with one method of choosing.</summary>
internal static class HostRun
{
    private const int StepsOfDay = 24 * 6;
    private static readonly DateTimeOffset Start = new(2026, 11, 1, 0, 0, 0, TimeSpan.Zero);

    public static HostOutcome Live(SimulatedHost host, Func<DateTimeOffset, IChooser> begin, int least, int most, ulong seed)
    {
        var random = new SeededRandom(seed);
        var chooser = begin(Start);
        var table = new PathTable(host.PathAt(0), host.Sizes);
        double time = 0,
            oracle = 0;
        long count = 0,
            lost = 0,
            lateCount = 0,
            lateLost = 0;
        int outOfBounds = 0,
            lateRetreats = 0,
            changes = 0,
            low = int.MaxValue,
            high = 0;
        var quiet = host.LastChange <= SimulatedHost.Steps - (10 * StepsOfDay);
        for (var step = 0; step < SimulatedHost.Steps; step++)
        {
            if (host.PathAt(step) is var path && path != table.Path)
                table = new PathTable(path, host.Sizes);
            var now = Start + (step * SimulatedHost.Step);
            var (room, window) = (path.Room(host.BusyAt(step)), chooser.Value);
            var connections = host.ConnectionsAt(step, random);
            var losses = Connections(table, host, chooser, connections, room, now, random);
            chooser.Next(now);

            time += connections * table.Mean(window, room);
            oracle += connections * table.Best(room).Milliseconds;
            (count, lost) = (count + connections, lost + losses);
            outOfBounds += window < least || window > most ? 1 : 0;
            lateRetreats += losses > 0 && chooser.Value > Math.Max(least, window / 2) ? 1 : 0;
            changes += step >= SimulatedHost.Steps - (10 * StepsOfDay) && chooser.Value != window ? 1 : 0;
            if (step < SimulatedHost.Steps - (7 * StepsOfDay))
                continue;
            (low, high) = (Math.Min(low, window), Math.Max(high, window));
            (lateCount, lateLost) = (lateCount + connections, lateLost + losses);
        }
        return new HostOutcome(
            time / Math.Max(1, count),
            oracle / Math.Max(1, count),
            (double)lost / Math.Max(1, count),
            outOfBounds,
            lateRetreats,
            changes,
            quiet ? low : 0,
            quiet ? high : 0,
            (double)lateLost / Math.Max(1, lateCount)
        );
    }

    private static int Connections(
        PathTable table,
        SimulatedHost host,
        IChooser chooser,
        int count,
        int room,
        DateTimeOffset now,
        SeededRandom random
    )
    {
        var losses = 0;
        for (var i = 0; i < count; i++)
        {
            var size = random.Below(host.Sizes.Length);
            var (window, segments) = (chooser.Value, table.Segments(size));
            var hit = random.Share() < table.Path.LossProbability(table.Flight(size, window), room);
            losses += hit ? 1 : 0;
            // Receivers with default settings announce 64 KiB at first and much more at the end.
            chooser.Add(
                new FlightSample(now, window, segments, hit, hit ? window / 2 : table.FinalWindow(size, window), 200),
                host.Sizes[size],
                table.Path
            );
        }
        return losses;
    }
}
