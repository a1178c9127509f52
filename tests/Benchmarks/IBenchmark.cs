namespace IwTune.Benchmarks;

/// <summary>One measurement of the product beside other programs, in the same run on the same machine.</summary>
internal interface IBenchmark
{
    /// <summary>What <c>--only</c> calls it.</summary>
    string Name { get; }

    /// <summary>What it measures, for the usage text.</summary>
    string Summary { get; }

    /// <summary>Measures. Leaves no process, namespace or file behind.</summary>
    /// <exception cref="Exception">The measurement failed; its text goes into the table in place of figures.</exception>
    Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options);
}
