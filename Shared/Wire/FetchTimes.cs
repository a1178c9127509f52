using IwTune.Shared.Formatting;
using IwTune.Shared.Model;

namespace IwTune.Shared.Wire;

/// <summary>
/// How long connections of one size class at one distance had data under way, from a first byte to its acknowledgement
/// (tcp_info.tcpi_busy_time): the duration of a fetch, when a connection carries one. A distribution, so that percentiles over several
/// hosts and times can be computed; <see cref="TrafficCell"/> has sums.
/// </summary>
/// <param name="Size">Size class, 0 to <see cref="Sizes"/>, exclusive.</param>
/// <param name="Rtt">Class of the smallest round-trip time, 0 to <see cref="Distances"/>, exclusive.</param>
/// <param name="Microseconds">As <see cref="Histogram.Slots"/>.</param>
public sealed record FetchTimes(int Size, int Rtt, IReadOnlyDictionary<int, long> Microseconds)
{
    /// <summary>
    /// Where sizes end, bytes: below three segments, below ten, below a first flight or two, below many; the last has no end.
    /// </summary>
    private static readonly long[] SizeEnds = [4_300, 14_600, 50_000, 250_000];

    /// <summary>
    /// Upper ends of the round-trip classes, microseconds; below a millisecond nothing is reported, because no window matters there.
    /// </summary>
    private static readonly long[] RttEnds = [5_000, 20_000, 50_000, 100_000, 200_000];

    /// <summary>A round trip below this is in no class, microseconds.</summary>
    public const long LeastRtt = 1_000;

    /// <summary>How many size classes there are.</summary>
    public const int Sizes = 5;

    /// <summary>How many classes of round-trip times there are.</summary>
    public const int Distances = 6;

    /// <summary>The size class of a connection.</summary>
    public static int SizeOf(long bytes) => Class(SizeEnds, bytes);

    /// <summary>The class of a smallest round-trip time.</summary>
    /// <param name="microseconds"><see cref="LeastRtt"/> or more.</param>
    public static int RttOf(long microseconds) => Class(RttEnds, microseconds);

    /// <summary>The least round-trip time of the class, microseconds.</summary>
    public long FromRtt => Rtt == 0 ? LeastRtt : RttEnds[Rtt - 1];

    /// <summary>The class, for people: <c>15–50 kB at 20–50 ms</c>.</summary>
    public string Name => $"{Between(SizeEnds, Size, 0, "kB")} at {Between(RttEnds, Rtt, LeastRtt, "ms")}";

    /// <summary>All of both, by class.</summary>
    public static IReadOnlyList<FetchTimes> Sum(IReadOnlyList<FetchTimes> one, IReadOnlyList<FetchTimes> other) => Sum([one, other]);

    /// <summary>All of many, by class.</summary>
    public static IReadOnlyList<FetchTimes> Sum(IReadOnlyList<IReadOnlyList<FetchTimes>> all)
    {
        var (some, only) = (0, (IReadOnlyList<FetchTimes>)[]);
        foreach (var one in all)
            (some, only) = one.Count == 0 ? (some, only) : (some + 1, one);
        if (some < 2)
            return only;
        var sums = new long[Sizes * Distances][];
        foreach (var one in all)
        {
            foreach (var times in one)
                Add(sums[(times.Size * Distances) + times.Rtt] ??= new long[Histogram.SlotCount], times);
        }
        var made = new List<FetchTimes>();
        for (var at = 0; at < sums.Length; at++)
        {
            if (sums[at] is { } sum)
                made.Add(new FetchTimes(at / Distances, at % Distances, Used(sum)));
        }
        return made;
    }

    private static void Add(long[] sum, FetchTimes times)
    {
        foreach (var (slot, count) in times.Microseconds)
            sum[slot] = Math.Min(sum[slot] + count, Histogram.MostInSlot);
    }

    private static Dictionary<int, long> Used(long[] sum)
    {
        var used = new Dictionary<int, long>();
        for (var slot = 0; slot < sum.Length; slot++)
        {
            if (sum[slot] > 0)
                used.Add(slot, sum[slot]);
        }
        return used;
    }

    private static int Class(long[] ends, long number)
    {
        var at = 0;
        while (at < ends.Length && number >= ends[at])
            at++;
        return at;
    }

    private static string Between(long[] ends, int at, long least, string thousand) =>
        at == ends.Length ? Invariant.Text($"{ends[at - 1] / 1e3:0.#} {thousand} and more")
        : at == 0 && least == 0 ? Invariant.Text($"below {ends[0] / 1e3:0.#} {thousand}")
        : Invariant.Text($"{(at == 0 ? least : ends[at - 1]) / 1e3:0.#}–{ends[at] / 1e3:0.#} {thousand}");
}
