using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;

namespace IwTune.Benchmarks.Figures;

/// <summary>The native programs on disk.</summary>
internal sealed class BinarySize : IBenchmark
{
    private const double Goal = 14;

    public string Name => "size";

    public string Summary => "the native programs on disk";

    public Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        var size = Sample.Megabytes([new FileInfo(Shipped.Agent).Length]);
        return Task.FromResult<IReadOnlyList<Figure>>([
            new("iwtune on disk", size, Goal: $"at most {Goal} MB", Met: size.Median <= Goal),
            new("iwtune-tools on disk, every command", Sample.Megabytes([new FileInfo(Shipped.Tools).Length])),
        ]);
    }
}
