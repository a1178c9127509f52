using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts;

/// <summary>How many hosts of each ring are in each state.</summary>
internal sealed class Tally(int rings)
{
    private static readonly int States = Enum.GetValues<RolloutHostState>().Length;
    private readonly int[] _counts = new int[(rings + 1) * States];

    public static Tally Of(int rings, IEnumerable<RingStateRow> rows)
    {
        var tally = new Tally(rings);
        foreach (var row in rows)
            tally.Add((int)row.Ring, Enum.Parse<RolloutHostState>(row.State), (int)row.Hosts);
        return tally;
    }

    public int Rings => rings;

    public void Add(int ring, RolloutHostState state, int count = 1) => _counts[ring * States + (int)state] += count;

    public void Move(int ring, RolloutHostState from, RolloutHostState to)
    {
        Add(ring, from, -1);
        Add(ring, to);
    }

    public int In(int ring, RolloutHostState state) => _counts[ring * States + (int)state];

    /// <summary>Hosts of a ring that count.</summary>
    public int In(int ring)
    {
        var sum = 0;
        for (var state = 0; state < States; state++)
            sum += state == (int)RolloutHostState.Left ? 0 : _counts[ring * States + state];
        return sum;
    }

    /// <summary>Hosts that the plan gave a ring, also those that left it.</summary>
    public int Planned(int ring) => In(ring) + In(ring, RolloutHostState.Left);

    /// <summary>Hosts of the rings up to this one.</summary>
    public int UpTo(int ring, RolloutHostState state)
    {
        var sum = 0;
        for (var one = 1; one <= ring; one++)
            sum += In(one, state);
        return sum;
    }

    public int All(RolloutHostState state) => UpTo(rings, state);
}
