namespace IwTune.Agent.Engine.Passive;

/// <summary>
/// How numbers are distributed, in a fixed room: eight steps to each doubling, so that a percentile is at most 5 % off and one more number
/// costs nothing. Numbers below eight are exact.
/// </summary>
public sealed class Distribution
{
    private const int Steps = 8;

    private readonly int[] _counts = new int[Steps * 34];

    /// <summary>How many numbers were added.</summary>
    public long Count { get; private set; }

    /// <summary>Adds one; a negative number counts as zero, one beyond 2³² as that.</summary>
    public void Add(long number)
    {
        Count++;
        _counts[Slot(Math.Clamp(number, 0, uint.MaxValue))]++;
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

    /// <summary>Below eight a slot is a number; from there on each doubling has eight of equal width.</summary>
    private static int Slot(long number)
    {
        if (number < Steps)
            return (int)number;
        var doubling = System.Numerics.BitOperations.Log2((ulong)number) - 3;
        return ((doubling + 1) * Steps) + (int)(number >> doubling) - Steps;
    }

    private static long Middle(int slot)
    {
        if (slot < Steps)
            return slot;
        var doubling = (slot / Steps) - 1;
        return ((long)((slot % Steps) + Steps) << doubling) + ((1L << doubling) / 2);
    }
}
