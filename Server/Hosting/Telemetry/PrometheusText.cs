using System.Globalization;
using System.Text;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>Metrics as text, format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats).</summary>
internal sealed class PrometheusText
{
    private readonly StringBuilder _text = new();
    private readonly HashSet<string> _known = new(StringComparer.Ordinal);

    public void Add(Metric metric)
    {
        var grows = metric.MetricType is MetricType.LongSum or MetricType.DoubleSum;
        var histogram = metric.MetricType == MetricType.Histogram;
        if (metric.MetricType is MetricType.ExponentialHistogram)
            return;
        var name = PrometheusNames.Of(metric.Name, metric.Unit, grows);
        if (_known.Add(name))
        {
            var help = metric.Description.Length > 0 ? metric.Description : metric.Name;
            _text.Append(
                CultureInfo.InvariantCulture,
                $"# HELP {name} {help.Replace("\\", "\\\\", StringComparison.Ordinal).Replace('\n', ' ')}\n# TYPE {name} "
                    + $"{(grows ? "counter" : histogram ? "histogram" : "gauge")}\n"
            );
        }
        foreach (ref readonly var point in metric.GetMetricPoints())
        {
            var labels = Labels(point.Tags);
            if (histogram)
                Histogram(name, labels, point);
            else
                Line(name, labels, Value(metric.MetricType, point));
        }
    }

    public override string ToString() => _text.ToString();

    private static double Value(MetricType type, in MetricPoint point) =>
        type switch
        {
            MetricType.LongSum or MetricType.LongSumNonMonotonic => point.GetSumLong(),
            MetricType.DoubleSum or MetricType.DoubleSumNonMonotonic => point.GetSumDouble(),
            MetricType.LongGauge => point.GetGaugeLastValueLong(),
            _ => point.GetGaugeLastValueDouble(),
        };

    private void Histogram(string name, string labels, in MetricPoint point)
    {
        var below = 0L;
        foreach (var bucket in point.GetHistogramBuckets())
        {
            below += bucket.BucketCount;
            var bound = double.IsPositiveInfinity(bucket.ExplicitBound) ? "+Inf" : Number(bucket.ExplicitBound);
            Line(name + "_bucket", $"{labels}{(labels.Length > 0 ? "," : "")}le=\"{bound}\"", below);
        }
        Line(name + "_sum", labels, point.GetHistogramSum());
        Line(name + "_count", labels, point.GetHistogramCount());
    }

    private void Line(string name, string labels, double value)
    {
        _text.Append(name);
        if (labels.Length > 0)
            _text.Append('{').Append(labels).Append('}');
        _text.Append(' ').Append(Number(value)).Append('\n');
    }

    private static string Labels(ReadOnlyTagCollection tags)
    {
        var labels = new StringBuilder();
        foreach (var (key, value) in tags)
            labels
                .Append(labels.Length > 0 ? "," : "")
                .Append(
                    CultureInfo.InvariantCulture,
                    $"{PrometheusNames.Word(key)}=\"{PrometheusNames.Value(Convert.ToString(value, CultureInfo.InvariantCulture) ?? "")}\""
                );
        return labels.ToString();
    }

    private static string Number(double value) =>
        double.IsPositiveInfinity(value) ? "+Inf"
        : double.IsNegativeInfinity(value) ? "-Inf"
        : double.IsNaN(value) ? "NaN"
        : value.ToString("R", CultureInfo.InvariantCulture);
}
