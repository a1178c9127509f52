using IwTune.Shared.Statistics;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>
/// Blocks of time in which the arms alternate: each pair of blocks has both arms in random order, so that neither gets all the mornings.
/// </summary>
/// <param name="Started">When the first block began.</param>
/// <param name="Length">Of every block.</param>
/// <param name="Seed">Seeds the order.</param>
public sealed record TimeBlocks(DateTimeOffset Started, TimeSpan Length, ulong Seed)
{
    /// <summary>
    /// Left out at the beginning of a block: earlier connections are still active, and their window still shapes the path.
    /// </summary>
    public static readonly TimeSpan Settling = TimeSpan.FromMinutes(1);

    /// <summary>The shortest length of a block.</summary>
    public static readonly TimeSpan Least = TimeSpan.FromMinutes(10);

    /// <summary>The block at a time, from 0.</summary>
    public int At(DateTimeOffset now) => (int)Math.Max(0, (now - Started).Ticks / Length.Ticks);

    /// <summary>When a block begins.</summary>
    public DateTimeOffset Begin(int block) => Started + Length * block;

    /// <summary>The arm of a block.</summary>
    public int ArmOf(int block)
    {
        var pair = block / 2;
        // One generator for each pair: the arm of a block does not depend on how many blocks were asked for before.
        var first = new SeededRandom(Seed ^ ((ulong)pair + 1) * 0x9E3779B97F4A7C15).Below(2);
        return block % 2 == 0 ? first : 1 - first;
    }
}
