namespace IwTune.Benchmarks.Product.Fleet;

/// <summary>The databases a server is measured over.</summary>
internal static class BenchStores
{
    public static IReadOnlyList<Func<IBenchStore>> All { get; } = [() => new SqliteBenchStore(), () => new PostgresBenchStore()];
}
