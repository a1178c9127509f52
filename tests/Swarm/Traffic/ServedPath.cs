using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using IwTune.Shared.Statistics;
using IwTune.SimulatedFleet;

namespace IwTune.Swarm.Traffic;

/// <summary>
/// A path to the clients of some hosts, and the responses over it. Loss in a first flight follows the law of SimulatedFleet's paths: the
/// part of a burst beyond the queue's free room overflows, and a share is lost at random. Times are the model's closed form plus the cost
/// of losses.
/// </summary>
internal sealed class ServedPath
{
    private const int Sizes = 24;

    private readonly long[] _sizes = new long[Sizes];
    private readonly ConcurrentDictionary<(int Size, int Window), (double Milliseconds, int FinalWindow)> _clean = new();
    private readonly double _busy;

    private ServedPath(SimulatedPath path, double busy, SeededRandom random)
    {
        (Path, _busy) = (path, busy);
        var median = 30_000 * Math.Exp(0.5 * random.Normal());
        for (var i = 0; i < Sizes; i++)
            _sizes[i] = (long)Math.Clamp(median * Math.Exp(1.1 * random.Normal()), 500, 2_000_000);
    }

    /// <summary>The narrow link.</summary>
    public SimulatedPath Path { get; }

    /// <summary>
    /// Draws one: round-trip times with a median of 45 ms, rates of 40 Mbit/s, so that any path holds more than ten segments; two of five
    /// lose packets at random.
    /// </summary>
    /// <param name="queue">
    /// The maximum number of packets that wait at the narrow link; <see langword="null"/> to draw it, with a median of 40.
    /// </param>
    /// <param name="randomLoss">Whether any loses packets at random. All other draws are the same.</param>
    /// <param name="random">Of the swarm.</param>
    public static ServedPath Draw(int? queue, bool randomLoss, SeededRandom random)
    {
        var path = new SimulatedPath(
            TimeSpan.FromMilliseconds(Math.Clamp(45 * Math.Exp(0.6 * random.Normal()), 15, 400)),
            Math.Clamp(40e6 * Math.Exp(0.8 * random.Normal()), 12e6, 1e9),
            (int)Math.Clamp(40 * Math.Exp(0.9 * random.Normal()), 4, 1000),
            random.Below(5) < 2 ? 0.004 * random.Share() : 0
        );
        path = path with { Queue = queue ?? path.Queue, RandomLoss = randomLoss ? path.RandomLoss : 0 };
        return new ServedPath(path, 0.2 + (0.4 * random.Share()), random);
    }

    /// <summary>One response.</summary>
    /// <param name="window">The initial window its connection got, segments.</param>
    /// <param name="random">Of the host.</param>
    public ServedResponse Serve(int window, SeededRandom random)
    {
        var size = random.Below(Sizes);
        var bytes = _sizes[size];
        var segments = (int)((bytes + SimulatedPath.Mss - 1) / SimulatedPath.Mss);
        var (room, flight) = (Path.Room(_busy), Math.Min(window, segments));
        var (clean, final) = _clean.GetOrAdd((size, window), Clean, this);
        if (random.Share() >= Path.LossProbability(flight, room))
            return new ServedResponse(bytes, segments, 0, clean, final);
        var over = SimulatedPath.Overflow(flight, room);
        return new ServedResponse(
            bytes,
            segments,
            Math.Max(1, over),
            clean + ((over * 3 > flight ? 2 : 1) * Path.Rtt.TotalMilliseconds),
            Math.Max(2, window * 7 / 10)
        );
    }

    private static (double Milliseconds, int FinalWindow) Clean((int Size, int Window) of, ServedPath path)
    {
        var clean = path.Path.Clean(path._sizes[of.Size], of.Window);
        return (clean.Fetch.TotalMilliseconds, path.Path.FinalWindow(of.Window, clean.Rounds));
    }
}

/// <summary>The result of a response.</summary>
/// <param name="Bytes">Its size.</param>
/// <param name="Segments">The same in full segments.</param>
/// <param name="Lost">Segments of its first flight that were lost.</param>
/// <param name="Milliseconds">From its first byte to the acknowledgement of its last.</param>
/// <param name="FinalWindow">The congestion window at its end, segments; after a loss the slow-start threshold.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct ServedResponse(long Bytes, int Segments, int Lost, double Milliseconds, int FinalWindow);
