using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>Collects on request, and keeps the text.</summary>
[ExportModes(ExportModes.Pull)]
internal sealed class Scrape : BaseExporter<Metric>, IPullMetricExporter
{
    private const int Milliseconds = 5000;
    private readonly Lock _gate = new();
    private string _text = "";

    public Func<int, bool>? Collect { get; set; }

    public string Text()
    {
        lock (_gate)
        {
            Collect?.Invoke(Milliseconds);
            return _text;
        }
    }

    public override ExportResult Export(in Batch<Metric> batch)
    {
        var text = new PrometheusText();
        foreach (var metric in batch)
            text.Add(metric);
        _text = text.ToString();
        return ExportResult.Success;
    }
}
