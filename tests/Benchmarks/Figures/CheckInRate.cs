namespace IwTune.Benchmarks.Figures;

/// <summary>Unchanged check-ins of enrolled hosts.</summary>
internal sealed class CheckInRate : IBenchmark
{
    public string Name => "checkins";

    public string Summary => "unchanged check-ins per second and core beside an empty authenticated request";

    public Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options) => throw new BenchException("the server does not answer yet");
}
