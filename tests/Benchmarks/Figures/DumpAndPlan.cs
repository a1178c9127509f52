namespace IwTune.Benchmarks.Figures;

/// <summary>Reading and planning a full table.</summary>
internal sealed class DumpAndPlan : IBenchmark
{
    public string Name => "plan";

    public string Summary => "dump and plan 10,000 routes beside `ip -json route`";

    public Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options) => throw new BenchException("the agent does not read routes yet");
}
