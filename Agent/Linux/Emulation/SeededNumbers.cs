namespace IwTune.Agent.Linux.Emulation;

/// <summary>The same numbers for the same seed on every runtime (SplitMix64, Steele, Lea and Flood, OOPSLA 2014).</summary>
internal sealed class SeededNumbers(ulong seed)
{
    private ulong _state = seed;

    /// <summary>0 to below 1, evenly distributed.</summary>
    public double Next()
    {
        _state += 0x9E3779B97F4A7C15;
        var mixed = (_state ^ (_state >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return ((mixed ^ (mixed >> 31)) >> 11) * (1.0 / (1UL << 53));
    }
}
