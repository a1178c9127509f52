using System.Numerics;

namespace IwTune.Shared.Statistics;

/// <summary>
/// Random numbers that are the same for the same seed on every runtime and machine, so that a report which names its seed can be computed
/// again. The generator is xoshiro256** (Blackman and Vigna, doi 10.1145/3460772), its state filled by SplitMix64. Not for secrets; for one
/// thread.
/// </summary>
public sealed class SeededRandom
{
    private ulong _s0,
        _s1,
        _s2,
        _s3;

    /// <param name="seed">Any number; two seeds that differ in one bit give unrelated sequences.</param>
    public SeededRandom(ulong seed)
    {
        _s0 = Mix(ref seed);
        _s1 = Mix(ref seed);
        _s2 = Mix(ref seed);
        _s3 = Mix(ref seed);
    }

    /// <summary>Sixty-four random bits.</summary>
    public ulong Next()
    {
        var result = BitOperations.RotateLeft(_s1 * 5, 7) * 9;
        var t = _s1 << 17;
        _s2 ^= _s0;
        _s3 ^= _s1;
        _s1 ^= _s2;
        _s0 ^= _s3;
        _s2 ^= t;
        _s3 = BitOperations.RotateLeft(_s3, 45);
        return result;
    }

    /// <summary>A number from 0 to below <paramref name="below"/>, all equally likely to within 2⁻³².</summary>
    /// <param name="below">At least 1.</param>
    public int Below(int below)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(below, 1);
        return (int)(((Next() >> 32) * (ulong)below) >> 32);
    }

    /// <summary>A number from 0 to below 1, in steps of 2⁻⁵³.</summary>
    public double Share() => (Next() >> 11) * (1.0 / (1UL << 53));

    /// <summary>A number of the standard normal distribution.</summary>
    public double Normal() => Statistics.Normal.Quantile((Next() >> 11 | 1) * (1.0 / (1UL << 53)));

    /// <summary>Puts the items in random order (Fisher and Yates).</summary>
    public void Shuffle<T>(Span<T> items)
    {
        for (var last = items.Length - 1; last > 0; last--)
        {
            var other = Below(last + 1);
            (items[last], items[other]) = (items[other], items[last]);
        }
    }

    private static ulong Mix(ref ulong state)
    {
        state += 0x9E3779B97F4A7C15;
        var mixed = state;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }
}
