namespace IwTune.Shared.Model;

/// <summary>
/// How numbers are distributed, in a fixed room: eight steps to each doubling, so that a percentile is at most 5 % off and one more number
/// costs nothing. Numbers below eight are exact.
/// </summary>
public sealed class Histogram
{
    private const int Steps = 8;

    /// <summary>Numbers go up to 2⁴⁰ − 1: a terabyte, or twelve days in microseconds.</summary>
    private const int Bits = 40;

    /// <summary>Keeps every sum of reported counts within the range of a long.</summary>
    public const long MostInSlot = 1L << 40;

    private readonly long[] _counts = new long[SlotCount];

    /// <summary>How many slots there are: 0 to this, exclusive.</summary>
    public static int SlotCount => Steps * (Bits - 2);

    /// <summary>How many numbers were added.</summary>
    public long Count { get; private set; }

    /// <summary>The slots that hold something: slot → how many. What <see cref="Of"/> makes a histogram of again.</summary>
    public IReadOnlyDictionary<int, long> Slots => Used().ToDictionary(slot => slot, slot => _counts[slot]);

    /// <summary>A histogram with these slots, as another host reported them.</summary>
    /// <returns><see langword="null"/> when a slot or a count is invalid for <see cref="Slots"/>.</returns>
    public static Histogram? Of(IReadOnlyDictionary<int, long> slots)
    {
        var made = new Histogram();
        foreach (var (slot, count) in slots)
        {
            if (slot < 0 || slot >= made._counts.Length || count is < 1 or > MostInSlot)
                return null;
            made._counts[slot] = count;
            made.Count += count;
        }
        return made;
    }

    /// <summary>The numbers in ascending order, each as the middle of its slot, with how often it was added.</summary>
    public IEnumerable<(long Number, long Count)> Numbers => Used().Select(slot => (Middle(slot), _counts[slot]));

    /// <summary>Adds one; a negative number counts as zero, one beyond 2⁴⁰ − 1 as that.</summary>
    public void Add(long number)
    {
        Count++;
        _counts[Slot(number)]++;
    }

    /// <summary>The number that this share of all is not above.</summary>
    /// <param name="share">0 to 1: 0.5 is the median.</param>
    /// <returns><see langword="null"/> when nothing was added.</returns>
    public long? Percentile(double share)
    {
        if (Count == 0)
            return null;
        var wanted = Math.Max(1, (long)Math.Ceiling(Count * share));
        var slot = 0;
        for (long seen = _counts[0]; seen < wanted; seen += _counts[slot])
            slot++;
        return Middle(slot);
    }

    /// <summary>
    /// Where this share of all is below, linear within a slot: finer than <see cref="Percentile"/>, for differences of large samples.
    /// </summary>
    /// <param name="share">0 to 1; what is beyond counts as that.</param>
    /// <returns><see langword="null"/> when nothing was added.</returns>
    public double? Quantile(double share)
    {
        if (Count == 0)
            return null;
        var wanted = Math.Clamp(share, 0, 1) * Count;
        long seen = 0;
        var last = 0;
        foreach (var slot in Used())
        {
            last = slot;
            if (seen + _counts[slot] >= wanted)
                return Least(slot) + (wanted - seen) / _counts[slot] * (Least(slot + 1) - Least(slot));
            seen += _counts[slot];
        }
        return Least(last + 1);
    }

    /// <summary>Where a number is counted; a negative one as zero, one beyond 2⁴⁰ − 1 as that.</summary>
    public static int Slot(long number)
    {
        number = Math.Clamp(number, 0, (1L << Bits) - 1);
        // Below eight a slot is a number; from there on each doubling has eight of equal width.
        if (number < Steps)
            return (int)number;
        var doubling = System.Numerics.BitOperations.Log2((ulong)number) - 3;
        return ((doubling + 1) * Steps) + (int)(number >> doubling) - Steps;
    }

    /// <summary>The smallest number that a slot counts.</summary>
    /// <param name="slot">0 to <see cref="SlotCount"/>, which gives what is beyond the last slot.</param>
    public static long Least(int slot) => slot < Steps ? slot : (long)((slot % Steps) + Steps) << ((slot / Steps) - 1);

    private IEnumerable<int> Used() => Enumerable.Range(0, _counts.Length).Where(slot => _counts[slot] > 0);

    private static long Middle(int slot) => slot < Steps ? slot : Least(slot) + ((1L << ((slot / Steps) - 1)) / 2);
}
