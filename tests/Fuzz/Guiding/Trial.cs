using System.Diagnostics;
using System.Globalization;
using IwTune.Fuzz.Targets;

namespace IwTune.Fuzz.Guiding;

/// <summary>Reads one input and measures what it takes.</summary>
internal sealed class Trial(FuzzTarget target)
{
    /// <summary>An input of a few hundred bytes that takes longer is a finding; most take microseconds.</summary>
    private static readonly TimeSpan MostTime = TimeSpan.FromMilliseconds(300);

    private long _count;
    private TimeSpan _took;

    /// <summary>How many inputs were read, the attempts to shorten a finding included.</summary>
    public long Count => Volatile.Read(ref _count);

    /// <summary>What the slowest input took.</summary>
    public TimeSpan Slowest { get; private set; }

    /// <summary>What the input with the most memory allocated, bytes.</summary>
    public long LargestMemory { get; private set; }

    /// <summary>How many inputs were accepted.</summary>
    public long Accepted { get; private set; }

    /// <returns>What is wrong; <see langword="null"/> when nothing is.</returns>
    public Finding? Of(byte[] input) => Once(input) ?? Slow(input);

    /// <summary>Reads it once. What it reached is looked at before <see cref="Slow"/>, which may read it again.</summary>
    public Finding? Once(byte[] input)
    {
        _took = TimeSpan.Zero;
        Volatile.Write(ref _count, _count + 1);
        var memory = GC.GetAllocatedBytesForCurrentThread();
        var start = Stopwatch.GetTimestamp();
        try
        {
            Accepted += target.Read(input) ? 1 : 0;
        }
        catch (Exception thrown)
        {
            return Finding.Of(thrown, input);
        }
        _took = Stopwatch.GetElapsedTime(start);
        memory = GC.GetAllocatedBytesForCurrentThread() - memory;
        LargestMemory = Math.Max(LargestMemory, memory);
        return memory > target.MostMemory
            ? new("memory", string.Create(CultureInfo.InvariantCulture, $"{memory:#,0} bytes for {input.Length} of input"), input)
            : null;
    }

    /// <summary>After that: what is wrong with the time that it took.</summary>
    public Finding? Slow(byte[] input)
    {
        if (_took > Slowest && Again(input) is var again)
            Slowest = again > Slowest ? again : Slowest;
        return Slowest > MostTime && _took > MostTime
            ? new("time", string.Create(CultureInfo.InvariantCulture, $"{Slowest.TotalMilliseconds:0} ms"), input)
            : null;
    }

    // Another program may have had the processor: the best of three counts.
    private TimeSpan Again(byte[] input)
    {
        var best = TimeSpan.MaxValue;
        for (var attempt = 0; attempt < 3; attempt++)
        {
            var start = Stopwatch.GetTimestamp();
            target.Read(input);
            var took = Stopwatch.GetElapsedTime(start);
            best = took < best ? took : best;
        }
        return best;
    }
}
