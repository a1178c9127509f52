using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>
/// What the server measures of itself: read as text at <c>/metrics</c>, and sent by OTLP where an address is given. Traces are sent only, a
/// share of them.
/// </summary>
internal sealed class Telemetry : IDisposable
{
    private const string EndpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT",
        ProtocolVariable = "OTEL_EXPORTER_OTLP_PROTOCOL",
        SamplerVariable = "OTEL_TRACES_SAMPLER";

    /// <summary>Room is taken for all series of a metric when it is made, about 130 bytes each.</summary>
    private const int SeriesOfOneMetric = 60,
        SeriesOfMany = 500;

    /// <summary>Upper bounds in seconds: an answer from memory takes less than a millisecond, a held check-in a minute.</summary>
    private static readonly double[] Seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

    private readonly Scrape _scrape = new();
    private readonly MeterProvider _metrics;
    private readonly TracerProvider? _traces;

    public Telemetry(ServerOptions options, ServerGauges gauges)
    {
        var resource = ResourceBuilder.CreateDefault().AddService("iwtune-server", serviceVersion: ServerVersion.Text);
        var metrics = Sdk.CreateMeterProviderBuilder()
            .SetResourceBuilder(resource)
            .AddMeter(
                ServerMeters.Name,
                gauges.MeterName,
                "System.Runtime",
                "Microsoft.AspNetCore.Hosting",
                "Microsoft.AspNetCore.Server.Kestrel"
            )
            .AddView(Stream)
            .AddReader(new BaseExportingMetricReader(_scrape));
        if (Endpoint(options) is { } to)
        {
            metrics.AddOtlpExporter(exporter => Aim(exporter, options, to, "v1/metrics"));
            var traces = Sdk.CreateTracerProviderBuilder()
                .SetResourceBuilder(resource)
                .AddSource(Traces.Name, "Microsoft.AspNetCore")
                .AddProcessor(new KnownTagsOnly())
                .AddOtlpExporter(exporter => Aim(exporter, options, to, "v1/traces"));
            if (Environment.GetEnvironmentVariable(SamplerVariable) is null)
                traces.SetSampler(new ParentBasedSampler(new TraceIdRatioBasedSampler(options.TraceShare)));
            _traces = traces.Build();
        }
        _metrics = metrics.Build();
        ServerMeters.Begin();
    }

    /// <summary>The metrics now, in the Prometheus text format 0.0.4.</summary>
    public string Text() => _scrape.Text();

    /// <summary>Sends what was measured until now; for callers that cannot wait for the next round.</summary>
    public void Flush()
    {
        _metrics.ForceFlush();
        _traces?.ForceFlush();
    }

    public void Dispose()
    {
        _traces?.Dispose();
        _metrics.Dispose();
    }

    private static MetricStreamConfiguration? Stream(System.Diagnostics.Metrics.Instrument instrument)
    {
        if (PrometheusNames.IsLeftOut(instrument.Name))
            return MetricStreamConfiguration.Drop;
        var histogram = instrument.GetType().GetGenericTypeDefinition() == typeof(System.Diagnostics.Metrics.Histogram<>);
        var series = HasMany(instrument.Name) ? SeriesOfMany : SeriesOfOneMetric;
        return histogram && instrument.Unit == "s"
            ? new ExplicitBucketHistogramConfiguration { Boundaries = Seconds, CardinalityLimit = series }
            : new() { CardinalityLimit = series };
    }

    /// <summary>Calls by method, route and status; rollouts one by one.</summary>
    private static bool HasMany(string instrument) =>
        instrument.StartsWith("http.server.", StringComparison.Ordinal)
        || instrument.StartsWith("iwtune_rollout_", StringComparison.Ordinal);

    private static Uri? Endpoint(ServerOptions options) =>
        Uri.TryCreate(
            options.Otlp.Length > 0 ? options.Otlp : Environment.GetEnvironmentVariable(EndpointVariable),
            UriKind.Absolute,
            out var uri
        )
            ? uri
            : null;

    private static void Aim(OtlpExporterOptions exporter, ServerOptions options, Uri to, string signal)
    {
        // The specification's default; the package's own is gRPC.
        var grpc = options.OtlpGrpc || (options.Otlp.Length == 0 && Environment.GetEnvironmentVariable(ProtocolVariable) == "grpc");
        exporter.Protocol = grpc ? OtlpExportProtocol.Grpc : OtlpExportProtocol.HttpProtobuf;
        exporter.Endpoint = grpc ? to : new Uri($"{to.AbsoluteUri.TrimEnd('/')}/{signal}");
    }
}
