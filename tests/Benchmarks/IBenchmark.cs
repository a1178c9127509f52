namespace IwTune.Benchmarks;

/// <summary>One measurement of the product compared with other programs, in the same run on the same machine.</summary>
internal interface IBenchmark
{
    /// <summary>Its name for <c>--only</c>.</summary>
    string Name { get; }

    /// <summary>What it measures, for the usage text.</summary>
    string Summary { get; }

    /// <summary>Runs the measurement. Leaves no process, namespace or file behind.</summary>
    /// <exception cref="Exception">The measurement failed; its text goes into the table in place of figures.</exception>
    Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options);
}
