using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Globalization;
using System.Text;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Hosting;

/// <summary>The server's counters and gauges in the Prometheus text format, version 0.0.4.</summary>
internal sealed class MetricsText : IDisposable
{
    private readonly MeterListener _listener = new();
    private readonly ConcurrentDictionary<string, (string Help, long Value)> _counters = new(StringComparer.Ordinal);
    private readonly HostDirectory _hosts;
    private readonly Admission _admission;

    public MetricsText(HostDirectory hosts, Admission admission)
    {
        (_hosts, _admission) = (hosts, admission);
        _listener.InstrumentPublished = (instrument, own) =>
        {
            if (instrument.Meter.Name != ServerMeters.Name)
                return;
            _counters[instrument.Name] = (instrument.Description ?? "", 0);
            own.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, _, _) =>
            _counters.AddOrUpdate(instrument.Name, ("", value), (_, known) => known with { Value = known.Value + value }));
        _listener.Start();
    }

    public string Write()
    {
        var text = new StringBuilder();
        foreach (var (name, (help, value)) in _counters.OrderBy(pair => pair.Key, StringComparer.Ordinal))
            Line(text, name + "_total", "counter", help, value);
        Line(text, "iwtune_hosts", "gauge", "Members of the fleet.", _hosts.Count);
        Line(text, "iwtune_checkins_waiting", "gauge", "Check-ins held open.", _admission.Waiting);
        return text.ToString();
    }

    public void Dispose() => _listener.Dispose();

    private static void Line(StringBuilder text, string name, string type, string help, long value) =>
        text.Append(CultureInfo.InvariantCulture, $"# HELP {name} {help}\n# TYPE {name} {type}\n{name} {value}\n");
}
