namespace IwTune.Shared.Statistics;

/// <summary>Numbers in ascending order, each with its cluster.</summary>
public sealed class Clustered
{
    private readonly int[] _of;

    /// <param name="numbers">Each number and the number of its cluster, in any order.</param>
    public Clustered(IEnumerable<(double Number, int Cluster)> numbers)
    {
        var sorted = numbers.ToArray();
        Array.Sort(sorted, (one, other) => one.Number.CompareTo(other.Number));
        Ascending = Array.ConvertAll(sorted, one => one.Number);
        _of = Array.ConvertAll(sorted, one => one.Cluster);
    }

    /// <summary>The numbers.</summary>
    public double[] Ascending { get; }

    /// <summary>How many.</summary>
    public int Count => Ascending.Length;

    /// <summary>The cluster of each.</summary>
    public IReadOnlyList<int> Of => _of;

    /// <summary>The clusters that have a number, each once.</summary>
    public IEnumerable<int> Clusters => _of.Distinct();

    /// <summary>How many equal clusters would be as good (<see cref="ClusterBootstrap.Effective"/>).</summary>
    public double EffectiveClusters => ClusterBootstrap.Effective(_of.GroupBy(cluster => cluster).Select(numbers => numbers.LongCount()));

    /// <summary>Of each number, the place of its cluster among these.</summary>
    internal int[] Places(int[] ascending) => Array.ConvertAll(_of, cluster => Array.BinarySearch(ascending, cluster));
}
