using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;

namespace IwTune.Benchmarks.Figures;

/// <summary>The native agent on disk.</summary>
internal sealed class BinarySize : IBenchmark
{
    private const double Goal = 12;

    public string Name => "size";

    public string Summary => "the native agent on disk";

    public Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        var size = Sample.Megabytes([new FileInfo(Shipped.Agent).Length]);
        return Task.FromResult<IReadOnlyList<Figure>>([
            new("native agent on disk", size, Goal: $"at most {Goal} MB", Met: size.Median <= Goal),
        ]);
    }
}
